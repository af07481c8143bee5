import { expect, it } from '@jest/globals';
import { startApp, startAppOn } from '../app.js';

it('contract 4: answers of idempotent requests are removed after 24 hours, not before', async () => {
  const first = await startApp();
  try {
    await first.sql(
      `INSERT INTO idempotency_key (owner, key, request_digest, answer, created_at)
       SELECT 'somebody', n::text, 'x'::bytea, '{}', now() - make_interval(hours => 25, mins => n % 60)
       FROM generate_series(1, 2500) n
       UNION ALL SELECT 'somebody', 'young', 'x'::bytea, '{}', now() - interval '23 hours'`,
    );
    const second = await startAppOn(first.address);
    try {
      expect(await second.sql('SELECT key FROM idempotency_key')).toEqual([{ key: 'young' }]);
    } finally {
      await second.close();
    }
  } finally {
    await first.close();
  }
});
