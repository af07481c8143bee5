import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../src/config/config.js';
import { DATA_SETS } from '../../src/data-sets.js';
import { TickerCache } from '../../src/database/caches/ticker-cache.js';
import { Changes } from '../../src/database/changes.js';
import { AnswerCache } from '../../src/fast-lane/answer-cache.js';
import { DataSetScopes } from '../../src/modules/dataset/data-set-scopes.js';

describe('caches that workers share the memory of', () => {
  const scopes = new DataSetScopes(DATA_SETS);
  const changes = () => new Changes({ url: 'postgres://127.0.0.1:1/none' });

  it.each(Array.from({ length: 64 }, (_, index) => index + 1))('exist with %d workers', (workers) => {
    expect(new AnswerCache(changes(), scopes, { WORKERS: workers } as Config).now.change).toBe(0);
    const options = { tables: ['quote'], maximumBytes: 33_554_432 / workers, bytesOf: () => 1 } as const;
    expect(new TickerCache(changes(), options).get('VNM', 'x')).toBeUndefined();
  });
});
