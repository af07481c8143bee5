import { LRUCache } from 'lru-cache';
import type { ApiToken } from './token.entity.js';
import type { TokenRepository } from './token.repository.js';

/** Statements that look tokens up at the same time; what comes meanwhile goes together into the next one. */
const STATEMENTS = 4;
/** A statement that hangs this long, ms, holds up no others: a server that does not answer is each request's own wait. */
const HANGS = 3_000;
/** Tokens that one statement looks up. */
const MOST = 1_000;
/** How long a token that is unknown or revoked is refused without a look at the database, ms. */
const REFUSED = 5_000;

interface Wanted {
  digest: Buffer;
  found(token: ApiToken | undefined): void;
  failed(error: unknown): void;
}

/**
 * Finds tokens by their digest. Guesses, however many and from however many addresses, hold four connections at most;
 * a refused token that keeps coming costs nothing.
 */
export class TokenLookup {
  private readonly unknown = new LRUCache<string, true>({ max: 10_000, ttl: REFUSED });
  private waiting: Wanted[] = [];
  private running = 0;

  constructor(private readonly tokens: Pick<TokenRepository, 'findByDigests'>) {}

  /** The token of a digest that is not revoked, or undefined. `key`: the digest as text. */
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
