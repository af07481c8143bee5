import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS } from '../../src/modules/audit/audit.dto.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSource } from '../builders/sources.js';
import { runCommand, urlOf } from '../commands.js';
import { until } from '../embedded/harness.js';
import { folderWith, summaryOf } from '../import/command.js';
import { Receiver } from '../receiver.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const REASON = { reason: 'As announced' };

describe('the documented actions of the audit log', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ GOVERNED: 'corporate_action' });
  });
  afterAll(() => service.close());

  const idOf = async (path: string, body: object) => (await service.post(path, body).expect(201)).body.id;

  async function decideQuotes() {
    const quote = aQuote({ ticker: 'DEC' });
    const id = await idOf('/svc/quote', quote);
    await service
      .post('/svc/quote/approval/bulk', [{ id, ticker: quote.ticker, date: quote.date }])
      .expect(207);
    for (const decision of ['revoke', 'reject'])
      await service.post(`/svc/quote/${id}/${decision}`, REASON).expect(200);
    await service.put('/svc/quote', { ...quote, volume: 7 }).expect(200);
    await service.delete(`/svc/quote/${id}`).expect(200);
  }

  async function importFiles() {
    const text = (volume: number) =>
      `ticker,date,open,high,low,close,volume\nIMP,2024-01-31,2,2,2,2,${volume}\n`;
    const file = folderWith({ 'a.csv': text(5), 'b.csv': text(6) });
    await summaryOf(service.address, ['quote', file('a.csv')]);
    const { id } = await summaryOf(service.address, ['quote', file('b.csv'), '--on-duplicate', 'update']);
    await service.post(`/svc/approval/import/${id}/approve`, REASON).expect(200);
  }

  async function decideProposals() {
    const propose = async (cash_dividend: number) => {
      const record = { ticker: 'PRO', ex_date: '2024-01-05', type: 'cash_dividend', cash_dividend };
      return (await service.put('/svc/record/corporate_action', record).expect(202)).body;
    };
    await propose(1000);
    const { id, record_id } = await propose(1001);
    await service.post(`/svc/approval/${id}/approve`, REASON).expect(200);
    for (const [decision, amount] of [
      ['reject', 1002],
      ['withdraw', 1003],
    ] as const)
      await service.post(`/svc/approval/${(await propose(amount)).id}/${decision}`, REASON).expect(200);
    for (const decision of ['dismiss', 'revoke'])
      await service
        .post(`/svc/datasets/corporate_action/flagged/${record_id}/${decision}`, REASON)
        .expect(200);
  }

  async function runSources() {
    const bar = (ticker: string, close: number) => ({
      ...{ ticker, date: '2024-01-31', volume: 900 },
      ...{ open: close, high: close, low: close, close },
    });
    const odd = ['ODA', 'ODB', 'ODC'].map((ticker) => bar(ticker, 99_000_000));
    const answers: { status?: number; body?: object[] }[] = [
      { status: 404 },
      { body: [bar('AAA', 20_000)] },
      { body: odd },
    ];
    const vendor = await Vendor.start(() => answers.shift());
    try {
      await service.put('/svc/source/acts', aSource(`${vendor.url}/`, { stale_days: 2 })).expect(201);
      const range = { from_date: '2024-01-31', to_date: '2024-01-31' };
      for (const _ of [...answers]) await runSource(service, 'acts', range);
      const { data } = (await service.get('/svc/quarantine?source=acts').expect(200)).body;
      const decisions = ['release', 'correct', 'reject'] as const;
      for (const [at, decision] of decisions.entries()) {
        const { id, key } = data[at];
        const record = decision === 'correct' ? { record: bar(key.ticker, 20_000) } : {};
        await service.post(`/svc/quarantine/${id}/${decision}`, { ...REASON, ...record }).expect(200);
      }
    } finally {
      await vendor.stop();
    }
  }

  async function replayDelivery() {
    const receiver = await Receiver.start();
    try {
      const id = await idOf('/svc/webhooks', { url: receiver.url });
      await idOf('/svc/quote', aQuote({ ticker: 'HOOK' }));
      const [delivery] = await until('a delivery is recorded', async () => {
        const { data } = (await service.get(`/svc/webhooks/${id}/delivery`).expect(200)).body;
        return data.length > 0 && data;
      });
      await until('no other delivery is on its way', async () => {
        const { status } = await service.post(`/svc/webhooks/${id}/delivery/${delivery.id}/replay`);
        expect([200, 409]).toContain(status);
        return status === 200;
      });
    } finally {
      await receiver.kill();
    }
  }

  async function changeRights() {
    const token = async (...line: string[]) => {
      const result = await runCommand('token', line, { DATABASE_URL: urlOf(service.address) });
      expect(result).toMatchObject({ code: 0 });
      return result.stdout;
    };
    const of = ['--principal', 'reader@example.com', '--role', 'reader'];
    await token('grant', ...of);
    await token('revoke', JSON.parse(await token('create', ...of, '--kind', 'user', '--json')).id);
  }

  it('are those that the service writes', async () => {
    await decideQuotes();
    await importFiles();
    await decideProposals();
    await runSources();
    await replayDelivery();
    await changeRights();
    const rows = await service.sql<{ action: string }>('SELECT DISTINCT action FROM audit_event');
    const documented = new Set(Object.values(AUDIT_ACTIONS).flat());
    expect(rows.map(({ action }) => action).sort()).toEqual([...documented].sort());
  });
});
