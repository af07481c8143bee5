import type { TestApp } from '../app.js';
import { samplesOf } from '../builders/records.js';
import { documentOf, operationsOf } from '../contract/document.js';
import { LAST_DEMO_DAY } from '../demo.js';
import { until } from '../embedded/harness.js';
import { costliest } from '../faults/neighbours/costly.js';

/** A request and its answer. */
export interface Exchange {
  /** as in the document: GET /svc/quote/{id} */
  operation: string;
  request: string;
  status: number;
  text: string;
}

type Body = Record<string, unknown>;

const NEW = { ticker: 'ROWS', date: '2025-06-27', open: 10, high: 12, low: 9, close: 11, volume: 100 };
const DAY_OFF = { country: 'VN', date: '2031-01-01', timezone: 'Asia/Ho_Chi_Minh', name: 'New Year' };
const REASON = { reason: 'As announced' };
/** Data set whose writes are proposals in the conversation. */
export const GOVERNED = 'corporate_action';
const DIVIDEND = { ticker: 'ZSA', ex_date: '2025-06-27', type: 'cash_dividend', cash_dividend: 1000 };
const SOURCE = {
  data_set: GOVERNED,
  rows: { format: 'json' },
  work: { each: 'once' },
  limits: { attempts: 1, per_minute: 60_000 },
};
/** Rows awaiting a checker's decision, as the run of a source leaves them. */
const QUARANTINE_ROW = `
  INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
  SELECT 'mic', 'vendor', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10', jsonb_build_object('mic', r.record ->> 'mic'), r.record,
    '[{"rule": "range", "field": "city", "value": 1}]'
  FROM (SELECT $1::jsonb AS record) r RETURNING id`;

/** Runs every operation of the service on the demo market, one request after the other; `vendor`, `receiver`: URLs. */
export async function converse(service: TestApp, vendor: string, receiver: string): Promise<Exchange[]> {
  const document = await documentOf(service);
  const operations = operationsOf(document).map(({ method, path }) => ({
    name: `${method} ${path}`,
    // Fixed paths win over those with a parameter in the same place.
    pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '(?!bulk|import)[^/]+')}$`),
    parameters: path.split('{').length,
  }));
  operations.sort((one, other) => one.parameters - other.parameters);
  const exchanges: Exchange[] = [];
  const admin = await service.token('admin', { principal: 'admin@example.com' });
  const checker = await service.token('checker', { principal: 'checker@example.com' });

  const say = async (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object, by = admin) => {
    const answer = await (method === 'post' || method === 'put'
      ? service[method](path, body, by)
      : service[method](path, by));
    const plain = `${method.toUpperCase()} ${path.split('?', 1)[0]}`;
    const operation = operations.find(({ pattern }) => pattern.test(plain))?.name ?? plain;
    const request = `${method.toUpperCase()} ${path} ${JSON.stringify(body) ?? ''}`;
    exchanges.push({ operation, request, status: answer.status, text: answer.text });
    return answer.body as Body;
  };
  /** The first record of a list, which is not part of the conversation. */
  const first = async (path: string) => (await service.get(path).expect(200)).body.data[0] as Body;

  const quotes = async () => {
    const { id } = await say('post', '/svc/quote', NEW);
    await say('post', '/svc/quote', NEW);
    await say('put', '/svc/quote', { ...NEW, close: 12 });
    await say('put', '/svc/quote', { ...NEW, ticker: 'ROWT' });
    await say('get', `/svc/quote/${id}`);
    await say('put', `/svc/quote/${id}`, { ...NEW, close: 11.5 });
    await say('post', '/svc/quote/appoval', { id }, checker);
    await say('post', `/svc/quote/${id}/revoke`, REASON, checker);
    await say('post', `/svc/quote/${id}/reject`, REASON, checker);
    const bulk = [NEW, { ...NEW, ticker: 'ROWU' }, { ...NEW, ticker: 'ROWV' }, {}];
    await say('post', '/svc/quote/bulk/import', bulk);
    await say(
      'put',
      '/svc/quote/bulk/import',
      bulk.map((each) => ({ ...each, volume: 101 })),
    );
    const keys = ['ROWU', 'ROWV', 'NONE'].map((ticker) => ({ ticker, date: NEW.date }));
    await say('post', '/svc/quote/approval/bulk', keys, checker);
    await say('get', `/svc/quote/${id}/history?order=asc`);
    await say('get', '/svc/quote?from_date=20250627&order=asc&limit=1000');
    await say('delete', `/svc/quote?ticker=ROWT&date=${NEW.date}`);
    await say('delete', `/svc/quote/${id}`);
    await say('get', `/svc/quote/${id}`);
  };

  const settlementDays = async () => {
    const { id } = await say('post', '/svc/settlement', DAY_OFF);
    await say('put', '/svc/settlement', { ...DAY_OFF, name: 'Day off' });
    await say('put', `/svc/settlement/${id}`, { ...DAY_OFF, name: 'Holiday' });
    await say('get', `/svc/settlement/${id}`);
    const bulk = [DAY_OFF, { ...DAY_OFF, date: '2031-01-02' }, {}];
    await say('post', '/svc/settlement/bulk/import', bulk);
    await say(
      'put',
      '/svc/settlement/bulk/import',
      bulk.map((each) => ({ ...each, name: 'Tet' })),
    );
    await say('delete', `/svc/settlement/${id}`);
    await say('delete', '/svc/settlement?country=VN&date=2031-01-02');
  };

  const records = async () => {
    for (const { name, record, change, newKey, key } of samplesOf(document)) {
      const path = `/svc/record/${name}`;
      const keyed = (values: Body) =>
        `${path}?${new URLSearchParams(Object.fromEntries(key.map((column) => [column, String(values[column])])))}`;
      if (name === GOVERNED) continue;
      await say('post', path, record);
      const { id } = await say('get', keyed(record));
      await say('put', keyed(record), { ...record, ...change });
      await say('put', `${path}/${id}`, record);
      await say('get', `${path}/${id}`);
      await say('get', `${path}/${id}/provenance`);
      await say('post', `${path}/${id}/move`, newKey);
      await say('delete', `${path}/${id}`);
      const history = await say('get', `${path}/${id}/history`);
      const [deleted] = (history.data ?? []) as { id: number }[];
      await say('post', `${path}/${id}/restore`, { event_id: deleted?.id });
      await say('delete', keyed({ ...record, ...newKey }));
      await say('post', `/svc/bulk/insert?resource=${name}`, [record, record, {}]);
      await say('delete', keyed(record));
      await say('get', `/svc/datasets/${name}`);
      await say('get', `/svc/datasets/${name}/flagged?limit=100&total=true`);
    }
  };

  const proposals = async () => {
    const propose = (type: string) => say('put', `/svc/record/${GOVERNED}`, { ...DIVIDEND, type });
    const approved = await propose('cash_dividend');
    await say('get', `/svc/approval/${approved.id}`);
    await say('post', `/svc/approval/${approved.id}/approve`, {}, checker);
    await say('get', `/adjustments?ticker=${DIVIDEND.ticker}`);
    const rejected = await say('delete', `/svc/record/${GOVERNED}/${approved.record_id}`);
    await say('post', `/svc/approval/${rejected.id}/reject`, REASON, checker);
    const withdrawn = await say('post', `/svc/record/${GOVERNED}/${approved.record_id}/move`, {
      ex_date: '2025-06-26',
    });
    await say('post', `/svc/approval/${withdrawn.id}/withdraw`, {});
    await say('post', `/svc/bulk/insert?resource=${GOVERNED}`, [{ ...DIVIDEND, ticker: 'ZGA' }, {}]);
    const unknown = await say('post', `/svc/record/${GOVERNED}`, { ...DIVIDEND, ticker: 'AAA' });
    await say('post', `/svc/approval/${unknown.id}/approve`, {}, checker);
    const flaggedPath = `/svc/datasets/${GOVERNED}/flagged`;
    await say('get', flaggedPath);
    await say('post', `${flaggedPath}/${unknown.record_id}/dismiss`, REASON, checker);
    await say('get', `${flaggedPath}?dismissed=true`);
    await say('post', `${flaggedPath}/${unknown.record_id}/revoke`, REASON, checker);
  };

  /** Resolves to a finished run whose rows were approved. */
  const sources = async () => {
    await say('put', '/svc/source/gone', { ...SOURCE, request: { url: `${vendor}/gone` } });
    await say('delete', '/svc/source/gone');
    await say('put', '/svc/source/costly', { ...SOURCE, request: { url: `${vendor}/rows` } });
    const endOf = async ({ id, detail }: Body) => {
      if (detail !== undefined) throw new Error(`No run: ${detail}`);
      await until('the run ends', async () => {
        const { body } = await service.get(`/svc/source/costly/run/${id}`).expect(200);
        return body.ended_at !== null;
      });
      return String(id);
    };
    const run = await endOf(await say('post', '/svc/source/costly/run', {}));
    await say('post', `/svc/approval/import/${run}/approve`, REASON, checker);
    await endOf(await say('post', `/svc/source/costly/run/${run}/replay`, {}));
    await say('put', '/svc/source/slow', { ...SOURCE, request: { url: `${vendor}/slow` } });
    const stoppedRun = await say('post', '/svc/source/slow/run', {});
    await say('delete', `/svc/source/slow/run/${stoppedRun.id}`);
    const mic = samplesOf(document).find(({ name }) => name === 'mic')?.record;
    const quarantinedId = async (code: string) =>
      (await service.sql<{ id: string }>(QUARANTINE_ROW, [JSON.stringify({ ...mic, mic: code })]))[0]?.id;
    await say('post', `/svc/quarantine/${await quarantinedId('ZZZA')}/release`, REASON, checker);
    await say('post', `/svc/quarantine/${await quarantinedId('ZZZB')}/reject`, REASON, checker);
    const correction = { ...REASON, record: { ...mic, mic: 'ZZZC', city: 'HUE' } };
    await say('post', `/svc/quarantine/${await quarantinedId('ZZZC')}/correct`, correction, checker);
    return { run, quarantine: String(await quarantinedId('ZZZD')) };
  };

  /** Resolves to a webhook that has delivered an event. */
  const webhooks = async () => {
    const hook = { url: receiver, types: ['quote.created'] };
    const deletedHook = await say('post', '/svc/webhooks', { ...hook, active: false });
    await say('put', `/svc/webhooks/${deletedHook.id}`, {
      ...hook,
      active: false,
      types: ['quote.approved'],
    });
    await say('delete', `/svc/webhooks/${deletedHook.id}`);
    const { id } = await say('post', '/svc/webhooks', hook);
    await say('post', '/svc/quote', { ...NEW, ticker: 'HOOK' });
    const delivery = await until('it is delivered', async () => {
      const { body } = await service.get(`/svc/webhooks/${id}/delivery?state=delivered`).expect(200);
      return body.data[0]?.id;
    });
    await say('post', `/svc/webhooks/${id}/delivery/${delivery}/replay`);
    return String(id);
  };

  await quotes();
  await settlementDays();
  await records();
  await proposals();
  const { run, quarantine } = await sources();
  const webhook = await webhooks();
  const { id: token } = await say('post', '/svc/token', {
    principal: 'x@example.com',
    role: 'reader',
    expires: '1d',
  });
  await say('post', `/svc/token/${token}/revoke`, {});
  const assets = [{ ticker: 'ZSA' }, { ticker: 'ZHE' }, { ticker: 'VN30' }];
  await say('post', '/performance', {
    assets,
    from_date: '2023-06-01',
    to_date: LAST_DEMO_DAY,
    benchmark: 'VNINDEX',
  });
  for (const path of ['/quote/gaps?limit=1', '/valuation?limit=1']) {
    await until(`${path} is complete`, async () => {
      const { body } = await service.get(path).expect(200);
      return !body.meta.notices?.some(({ code }: { code: string }) => code.endsWith('_pending'));
    });
  }
  const { id: proposal } = await first('/svc/approval?limit=1');
  const subjects = {
    ...{ ticker: 'ZSA', other: 'ZGA', day: LAST_DEMO_DAY, webhook, token: String(token), run, quarantine },
    proposal: String(proposal),
    quote: String((await first('/svc/quote?ticker=ZSA&limit=1')).id),
    settlement: String((await first('/svc/settlement?limit=1')).id),
    statistic: String(
      (await service.get(`/svc/record/daily_statistic?ticker=ZSA&date=${LAST_DEMO_DAY}`).expect(200)).body.id,
    ),
  };
  const reads = operationsOf(document).filter(({ method }) => method === 'GET');
  for (const [operation, path] of costliest(subjects, reads)) {
    // Endless streams are requested as lists.
    await say('get', operation === '/svc/events' ? `${path}&format=json` : path);
  }
  return exchanges;
}
