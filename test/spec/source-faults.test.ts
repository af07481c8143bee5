import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { until } from '../embedded/harness.js';

const GIGABYTE = 1_073_741_824;
const PIECE = Buffer.alloc(65_536, ' ');
let endGoodRun = (): void => undefined;

/** Resolved, by calling the other, when the run of a good source has ended. */
const goodRun = new Promise<void>((resolve) => {
  endGoodRun = resolve;
});

/** Faults of a source by name, and how the service reports them. */
const FAULTS: Readonly<Record<string, { answer: http.RequestListener; failure: string; attempts: number }>> =
  {
    hangs: { answer: () => undefined, failure: 'timeout', attempts: 2 },
    drips: {
      answer: (_, response) => {
        const drip = setInterval(() => response.write(' '), 200);
        response.on('close', () => clearInterval(drip));
      },
      failure: 'timeout',
      attempts: 1,
    },
    redirects: {
      answer: async (_, response) => {
        await goodRun;
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      },
      failure: 'redirect',
      attempts: 1,
    },
    switches: {
      answer: (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'h2c' }).end(),
      failure: 'rejected',
      attempts: 1,
    },
    breaks: { answer: (_, response) => response.writeHead(503).end(), failure: 'server_error', attempts: 2 },
    refuses: {
      answer: (_, response) => response.writeHead(429, { 'retry-after': '2' }).end(),
      failure: 'rate_limited',
      attempts: 2,
    },
    stalls: {
      answer: (_, response) => void response.write('{"data": ['),
      failure: 'timeout',
      attempts: 2,
    },
    babbles: { answer: (_, response) => response.end('{"data": [{"'), failure: 'malformed', attempts: 2 },
    floods: {
      answer: (_, response) => {
        let remainingBytes = GIGABYTE;
        const more = () => {
          while (remainingBytes > 0 && !response.destroyed) {
            remainingBytes -= PIECE.length;
            if (!response.write(PIECE)) return response.once('drain', more);
          }
          return response.end();
        };
        more();
      },
      failure: 'too_large',
      attempts: 1,
    },
  };
const DAY = '2024-01-31';

describe('many misbehaving sources at once', () => {
  let service: TestApp;
  let server: http.Server;
  beforeAll(async () => {
    service = await startApp();
    server = http.createServer((request, response) => {
      const fault = FAULTS[request.url?.slice(1) ?? ''];
      if (fault !== undefined) return fault.answer(request, response);
      const price = { open: 2, high: 2, low: 2, close: 2 };
      return response.end(JSON.stringify({ data: [{ ticker: 'GUD', date: DAY, ...price, volume: 5 }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await service.close();
  });

  it('are bounded, named, retried where that helps, and reported; the API and another source continue', async () => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const begin = async (name: string, attempts = 1, timeout = 60) => {
      await service
        .put(`/svc/source/${name}`, {
          data_set: 'quote',
          request: { url: `${base}/${name}` },
          rows: { format: 'json', at: '/data' },
          work: { each: 'once' },
          limits: { per_minute: 60_000, timeout, megabytes: 8, attempts },
        })
        .expect(201);
      return (await service.post(`/svc/source/${name}/run`, { from_date: DAY, to_date: DAY }).expect(202))
        .body.id;
    };
    const untilEnd = (name: string, id: string) =>
      until(`${name} ends`, async () => {
        const { body } = await service.get(`/svc/source/${name}/run/${id}`).expect(200);
        return body.ended_at === null ? undefined : body;
      });
    const read = async () => {
      const startedAt = performance.now();
      await service.get('/quote?ticker=GUD').expect(200);
      return performance.now() - startedAt;
    };
    const alone = await read();
    const memory = process.memoryUsage().rss;
    const runs = new Map<string, string>();
    for (const [name, { attempts, failure }] of Object.entries(FAULTS))
      runs.set(name, await begin(name, attempts, failure === 'timeout' ? 1 : 60));
    expect(await untilEnd('good', await begin('good'))).toMatchObject({ state: 'done', created: 1 });
    const stillRuns = await service.get(`/svc/source/redirects/run/${runs.get('redirects')}`).expect(200);
    expect(stillRuns.body.ended_at).toBeNull();
    expect(await read()).toBeLessThan(Math.max(1_000, 5 * alone));
    endGoodRun();
    for (const [name, { failure, attempts }] of Object.entries(FAULTS)) {
      const id = runs.get(name) ?? '';
      expect([name, await untilEnd(name, id)]).toEqual([
        name,
        expect.objectContaining({ state: 'failed', created: 0 }),
      ]);
      const { body } = await service.get(`/svc/source/${name}/run/${id}/unit`).expect(200);
      expect([name, body.data[0]]).toEqual([
        name,
        expect.objectContaining({ failure, attempts, state: 'failed' }),
      ]);
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(GIGABYTE / 2);
    const events = await service
      .get('/svc/events?last_event_id=0&type=source.run_failed&limit=100')
      .set('Accept', 'application/json')
      .expect(200);
    const names = events.body.data.map(({ key }: { key: { name: string } }) => key.name);
    expect(names.sort()).toEqual(Object.keys(FAULTS).sort());
  });
});
