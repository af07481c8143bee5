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
const REFUSED = 5_000;

interface Wanted {
  digest: Buffer;
  found(token: ApiToken | undefined): void;
  failed(error: unknown): void;
}

/**
 * Finds tokens by their digest. Guesses, however many and from however many addresses, hold four connections at most,
 * unless the server hangs; a refused token that is sent again costs nothing.
 */
export class TokenLookup {
  private readonly unknown = new LRUCache<string, true>({ max: 10_000, ttl: REFUSED });
  private waiting: Wanted[] = [];
  private running = 0;

  constructor(private readonly tokens: Pick<TokenRepository, 'findByDigests'>) {}

  /** Returns the token with this digest, or undefined if it is unknown or revoked. `key`: the digest as text. */
  async find(digest: Buffer, key: string): Promise<ApiToken | undefined> {
    if (this.unknown.has(key)) return undefined;
    const token = await new Promise<ApiToken | undefined>((found, failed) => {
      this.waiting.push({ digest, found, failed });
      this.run();
    });
    if (token !== undefined && token.revoked_at === null) return token;
    this.unknown.set(key, true);
    return undefined;
  }

  private run(): void {
    if (this.running >= STATEMENTS || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, MOST);
    let counts = true;
    this.running++;
    const done = () => {
      if (!counts) return;
      counts = false;
      this.running--;
      this.run();
    };
    const hangs = setTimeout(done, HANGS).unref();
    this.tokens
      .findByDigests(batch.map(({ digest }) => digest))
      .then(
        (tokens) => {
          for (const { digest, found } of batch) found(tokens.find((token) => token.digest.equals(digest)));
        },
        (error: unknown) => {
          for (const { failed } of batch) failed(error);
        },
      )
      .finally(() => {
        clearTimeout(hangs);
        done();
      });
  }
}
