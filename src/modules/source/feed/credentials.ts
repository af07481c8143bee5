import type { SourceAuth } from '../source-request.js';
import { SourceFailure } from './failure.js';
import { type Bounds, type Outgoing, send } from './fetcher.js';
import { textOf, valueAt } from './rows.js';
import type { SecretOf } from './secrets.js';

/** Lifetime of a token without an expiry, ms. */
const USUAL_LIFE = 15 * 60_000;
/** Time before its expiry at which a token is renewed, ms. */
const MARGIN = 30_000;
/** Largest answer of a token endpoint, bytes. */
const LARGEST_TOKEN = 64 * 1024;

/** Adds a source's credentials to its requests; one instance per run, whose token it keeps. */
export class Credentials {
  private token: { text: string; until: number } | undefined;
  /** secrets and tokens sent in requests */
  readonly usedSecrets = new Set<string>();

  constructor(
    private readonly auth: SourceAuth | undefined,
    private readonly secrets: SecretOf,
  ) {}

  /** The request with its credentials. */
  async sign(request: Outgoing, bounds: Bounds): Promise<Outgoing> {
    const { auth } = this;
    if (auth === undefined) return request;
    const name = auth.name ?? 'Authorization';
    const secret = await this.secret(auth, bounds);
    this.usedSecrets.add(secret);
    if (auth.type === 'query') return { ...request, url: withParameter(request.url, name, secret) };
    const prefix = auth.prefix ?? (name.toLowerCase() === 'authorization' ? 'Bearer ' : '');
    return { ...request, headers: { ...request.headers, [name]: `${prefix}${secret}` } };
  }

  /** Drops a token that the source no longer accepts; true if a new one may help. */
  renew(): boolean {
    const hadToken = this.token !== undefined;
    this.token = undefined;
    return hadToken;
  }

  private async secret(auth: SourceAuth, bounds: Bounds): Promise<string> {
    if (auth.type === 'header' || auth.type === 'query')
      return this.secretOf(requireField(auth.secret, 'secret'));
    if (this.token !== undefined && this.token.until > Date.now()) return this.token.text;
    this.token = await tokenFrom(auth, bounds, this.secretOf);
    return this.token.text;
  }

  /** Returns a secret, which then counts as sent. */
  readonly secretOf: SecretOf = async (name) => {
    const secret = await this.secrets(name);
    this.usedSecrets.add(secret);
    return secret;
  };
}

async function tokenFrom(
  auth: SourceAuth,
  bounds: Bounds,
  secretOf: SecretOf,
): Promise<{ text: string; until: number }> {
  const id = await secretOf(requireField(auth.client_id, 'client_id'));
  const secret = await secretOf(requireField(auth.client_secret, 'client_secret'));
  const url = requireField(auth.token_url, 'token_url');
  const [idField = '', secretField = ''] = (auth.token_fields ?? 'client_id,client_secret').split(',');
  const isForm = auth.type === 'oauth2';
  const body = isForm
    ? new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      }).toString()
    : JSON.stringify({ [idField]: id, [secretField]: secret });
  const headers: Record<string, string> = isForm
    ? { 'content-type': 'application/x-www-form-urlencoded' }
    : {};
  const answer = await send({ url, method: 'POST', headers, body }, { ...bounds, bytes: LARGEST_TOKEN });
  const document = jsonOrNothing(await textOf(answer.bytes));
  const text = valueAt(document, auth.token_at ?? '/access_token');
  if (typeof text !== 'string' || text === '') {
    throw new SourceFailure('unauthorized', 'the token endpoint answered without a token', false);
  }
  const seconds = Number(valueAt(document, '/expires_in'));
  const life = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 - MARGIN : USUAL_LIFE;
  return { text, until: Date.now() + life };
}

function withParameter(url: string, name: string, value: string): string {
  const address = new URL(url);
  address.searchParams.set(name, value);
  return address.href;
}

function requireField(value: string | undefined, name: string): string {
  if (value === undefined) throw new SourceFailure('missing_secret', `auth.${name} is not declared`, false);
  return value;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
