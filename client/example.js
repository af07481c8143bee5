/** Reads, imports and approves. Usage: node client/example.js <address of the service> <token of an approver> */
import { marketData, rowsOf } from './index.js';

const [baseUrl, token] = process.argv.slice(2);
const client = marketData({ baseUrl, token });

const bar = { open: 61500, high: 62300, low: 61200, close: 62000, volume: 1834500 };
const body = ['2024-01-02', '2024-01-03'].map((date) => ({ ticker: 'EXAMPLE', date, ...bar }));
const imported = await client.PUT('/svc/quote/bulk/import', {
  params: { query: { on_duplicate: 'update' } },
  body,
});
if (imported.error) throw new Error(imported.error.detail);

for await (const row of rowsOf(client, '/quote', { ticker: 'EXAMPLE', order: 'asc', limit: 1 })) {
  const approved = await client.POST('/svc/quote/appoval', { body: { ticker: row.ticker, date: row.date } });
  console.log(row.date, row.close, approved.response.status === 200 ? 'approved' : 'was approved before');
}
