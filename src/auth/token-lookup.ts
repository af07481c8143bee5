import { LRUCache } from 'lru-cache';
import type { ApiToken } from './token.entity.js';
import type { TokenRepository } from './token.repository.js';

/** Concurrent statements that look tokens up; tokens that arrive meanwhile go into the next one together. */
const STATEMENTS = 4;
/** After this time, ms, a hanging statement holds up no others: each request waits for a silent server by itself. */
const HANGS = 3_000;
/** Most tokens that one statement looks up. */
const MOST = 1_000;
/** How long an unknown or revoked token is refused without asking the database, ms. */
const REFUSED_TTL = 5_000;

interface PendingLookup {
  digest: Buffer;
  resolve(token: ApiToken | undefined): void;
  reject(error: unknown): void;
}

/**
 * Finds tokens by their digest. Guesses, however many and from however many addresses, hold four connections at most,
 * unless the server hangs; a refused token that is sent again costs nothing.
 */
export class TokenLookup {
  private readonly unknown = new LRUCache<string, true>({ max: 10_000, ttl: REFUSED_TTL });
  private waiting: PendingLookup[] = [];
  private running = 0;

  constructor(private readonly tokens: Pick<TokenRepository, 'findByDigests'>) {}

  /** Returns the token with this digest, or undefined if it is unknown or revoked. `key`: the digest as text. */
  async find(digest: Buffer, key: string): Promise<ApiToken | undefined> {
    if (this.unknown.has(key)) return undefined;
    const token = await new Promise<ApiToken | undefined>((resolve, reject) => {
      this.waiting.push({ digest, resolve, reject });
      this.run();
    });
    if (token !== undefined && token.revoked_at === null) return token;
    this.unknown.set(key, true);
    return undefined;
  }

  private run(): void {
    if (this.running >= STATEMENTS || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, MOST);
    let isCounted = true;
    this.running++;
    const done = () => {
      if (!isCounted) return;
      isCounted = false;
      this.running--;
      this.run();
    };
    const hangTimer = setTimeout(done, HANGS).unref();
    this.tokens
      .findByDigests(batch.map(({ digest }) => digest))
      .then(
        (tokens) => {
          for (const { digest, resolve } of batch)
            resolve(tokens.find((token) => token.digest.equals(digest)));
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      )
      .finally(() => {
        clearTimeout(hangTimer);
        done();
      });
  }
}
