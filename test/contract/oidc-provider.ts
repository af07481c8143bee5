import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Audience that the tokens of these tests are for. */
export const AUDIENCE = 'market-data';

/** An OpenID provider on the loopback: its two documents over real HTTP, its keys, its tokens. */
export class Provider {
  /** requested paths, in order */
  readonly requests: string[] = [];
  /** false claims of the discovery document */
  document: Record<string, unknown> = {};
  /** paths that are accepted and never answered */
  readonly hangingPaths = new Set<string>();
  private key: CryptoKey | undefined;
  private kid = 'none';
  private jwks: object[] = [];

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<Provider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new Provider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => provider.answer(String(request.url), response));
    await provider.rotate('one');
    return provider;
  }

  /** From now on signs with a new key and publishes only that one. */
  async rotate(kid: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    this.key = privateKey;
    this.kid = kid;
    this.jwks = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
  }

  /** A token that is valid except for the change; `undefined` leaves a claim out. */
  sign(change: JWTPayload = {}, header: Record<string, unknown> = {}): Promise<string> {
    const payload = {
      iss: this.issuer,
      aud: AUDIENCE,
      sub: 'user-1',
      exp: Math.floor(Date.now() / 1000) + 300,
      ...change,
    };
    if (this.key === undefined) throw new Error('the provider has no key yet');
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: this.kid, ...header }).sign(this.key);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private answer(url: string, response: ServerResponse): void {
    this.requests.push(url);
    if (this.hangingPaths.has(url)) return;
    const body =
      url === '/keys'
        ? { keys: this.jwks }
        : { issuer: this.issuer, jwks_uri: `${this.issuer}/keys`, ...this.document };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }
}
