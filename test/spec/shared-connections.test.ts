import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isCluster, startApp, startAppOn, type TestApp } from '../app.js';

let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

/** A cluster plans with the values of a statement, because they determine the node. */
const itPlansOnce = isCluster ? it.skip : it;

/** Runs simultaneous reads, each announced to return `rows` rows; returns their answers. */
async function readAtOnce(count: number, rows: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const statements = numbers.map((number) => ({ text: 'SELECT $1::int AS number', values: [number] }));
  const answers = (await app.inside('readAtOnce', statements, rows)) as { number: number }[][];
  return answers.map(([row]) => row?.number ?? -1);
}

const open = async () => (await app.inside('pools')).find(({ name }) => name === 'shared');

describe('shared connections of reads', () => {
  it('pipeline short reads and give longer ones a connection each, up to twelve', async () => {
    expect(await readAtOnce(10, 20)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await open()).toMatchObject({ total: 1, idle: 1 });
    expect(await readAtOnce(3, 250)).toEqual([0, 1, 2]);
    expect(await open()).toMatchObject({ total: 3, idle: 3 });
    expect(await readAtOnce(20, 250)).toHaveLength(20);
    expect(await open()).toMatchObject({ total: 12, idle: 12 });
  });

  it("have the planner settings of the service, whatever the server's settings", async () => {
    await app.sql(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database()); END $$`);
    const other = await startAppOn(app.address);
    try {
      const statement = { text: `SELECT current_setting('jit') AS jit`, values: [] };
      expect(await other.inside('readAtOnce', [statement], 1)).toEqual([[{ jit: 'off' }]]);
    } finally {
      await other.close();
    }
  });

  itPlansOnce('plan a profile and peers once, which takes longer than reading them', async () => {
    for (let round = 0; round < 8; round++) {
      await app.get('/related-stocks?ticker=AAA').set('Cache-Control', 'no-cache').expect(200);
      await app.get('/detail/VNINDEX').set('Cache-Control', 'no-cache').expect(200);
    }
    const statement = {
      text: `SELECT generic_plans::int AS once, custom_plans::int AS anew FROM pg_prepared_statements
             WHERE statement ~ $1::text ORDER BY name`,
      values: ['weeks|common_level'],
    };
    expect(await app.inside('readAtOnce', [statement], 1)).toEqual([
      [
        { once: 8, anew: 0 },
        { once: 8, anew: 0 },
      ],
    ]);
  });

  itPlansOnce('plan the window of a ticker once, however few rows are requested', async () => {
    const bar = { ticker: 'AAA', open: 10, high: 10, low: 10, close: 10, volume: 1 };
    for (const date of ['2024-01-02', '2024-01-03']) await app.post('/svc/quote', { ...bar, date });
    for (let limit = 1; limit <= 9; limit++) {
      const path = `/quote?ticker=AAA&from_date=2024-01-02&limit=${limit}`;
      const answer = await app.get(path).set('Cache-Control', 'no-cache').expect(200);
      expect(answer.body.data).toHaveLength(Math.min(limit, 2));
    }
    const statement = {
      text: `SELECT generic_plans::int AS once, custom_plans::int AS anew FROM pg_prepared_statements
             WHERE position($1::text IN statement) > 0`,
      values: ['string_agg'],
    };
    expect(await app.inside('readAtOnce', [statement], 1)).toEqual([[{ once: 9, anew: 0 }]]);
  });
});
