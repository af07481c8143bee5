import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ApiToken } from '../../src/auth/token.entity.js';
import type { TokenRepository } from '../../src/auth/token.repository.js';
import { TokenService } from '../../src/auth/token.service.js';
import { newToken, tokenDigest } from '../../src/auth/token-format.js';

/** A table of tokens whose answers are held back until they are let go. */
class SlowTable {
  readonly token = newToken();
  private readonly row = {
    id: 'one',
    digest: tokenDigest(this.token),
    kind: 'user',
    role: 'admin',
    principal: 'maker@example.com',
    expires_at: null,
    revoked_at: null as Date | null,
  };
  private letGo: () => void = () => undefined;

  async findByDigests(): Promise<ApiToken[]> {
    return this.held([{ ...this.row } as ApiToken]);
  }

  async rolesOf(): Promise<string[]> {
    return this.held(this.row.revoked_at === null ? ['admin'] : []);
  }

  async revoke(): Promise<ApiToken> {
    this.row.revoked_at = new Date();
    return this.row as unknown as ApiToken;
  }

  async touch(): Promise<void> {}

  /** Lets the answer that was read last arrive, and those after it at once. */
  answer(): void {
    this.letGo();
  }

  private held<Value>(value: Value): Promise<Value> {
    return new Promise((resolve) => {
      this.letGo = () => resolve(value);
    });
  }
}

describe('what was read of a token before its revocation', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const start = () => {
    const table = new SlowTable();
    return { table, tokens: new TokenService(table as unknown as TokenRepository) };
  };

  it('admits the request that asked for it, and none after it', async () => {
    const { table, tokens } = start();
    const before = tokens.verify(table.token);
    await tokens.revoke('one', { name: 'admin' });
    table.answer();
    expect(await before).toMatchObject({ id: 'one' });
    const after = tokens.verify(table.token);
    table.answer();
    expect(await after).toBeUndefined();
  });

  it('gives a principal behind a gateway its roles for that request alone', async () => {
    const { table, tokens } = start();
    const before = tokens.rolesOf('maker@example.com');
    await tokens.revoke('one', { name: 'admin' });
    table.answer();
    expect(await before).toEqual(['admin']);
    const after = tokens.rolesOf('maker@example.com');
    table.answer();
    expect(await after).toEqual([]);
  });

  it('is trusted for at most five seconds from when it was requested, however long the answer took', async () => {
    const { table, tokens } = start();
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const verifying = tokens.verify(table.token);
    now += 3_000;
    table.answer();
    await verifying;
    now += 2_500;
    expect(tokens.verify(table.token)).toBeInstanceOf(Promise);
  });
});
