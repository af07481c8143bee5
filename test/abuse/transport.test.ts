import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { quotesOf } from '../builders/quotes.js';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { BareServer } from '../faults/bare-server.js';
import { Client, counted } from '../faults/client.js';
import { Service, urlOf } from '../faults/harness.js';
import { rounds } from '../faults/rounds.js';
import { figure } from '../figures.js';
import { BESIDE_HALF_OPEN, beside, HALF_A_BODY, HALF_OPEN } from '../time-bounds.js';

const MEGABYTE = 1024 * 1024;

describe('abuse of the transport, on a service in a separate process', () => {
  let control: TestApp;
  let service: Service;
  let bare: BareServer;
  let client: Client;
  let stranger: Client;
  let port: number;
  beforeAll(async () => {
    bare = await BareServer.start();
    control = await startApp();
    service = await Service.start({ DATABASE_URL: urlOf(control.address) });
    client = new Client(service.url);
    stranger = new Client(service.url, null);
    port = Number(new URL(service.url).port);
    await client.post('/svc/quote/bulk/import', quotesOf('VNM', 200));
  });
  afterAll(async () => {
    client.close();
    stranger.close();
    await cleanUp();
    await control.close();
  });

  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
  const post = async (
    body: string | Uint8Array<ArrayBuffer>,
    more: Record<string, string> = {},
    path = '/svc/quote',
  ) => {
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as { code: string } };
  };

  it('S10: nesting of 20,000 levels, in any shape: 400, and the service lives on', async () => {
    const deep = 20_000;
    const shapes = [
      '['.repeat(deep) + ']'.repeat(deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      `${'[{"a":'.repeat(deep)}1${'}]'.repeat(deep)}`,
      '['.repeat(500_000),
      `{"ticker":${'['.repeat(deep)}${']'.repeat(deep)},"date":"20240131"}`,
    ];
    let count = 0;
    for (const path of [
      '/svc/quote',
      '/svc/quote/bulk/import',
      '/svc/quote/appoval',
      '/performance',
      '/svc/bulk/insert?resource=news',
    ]) {
      for (const shape of shapes) {
        count += 1;
        const { status, body } = await post(shape, {}, path);
        expect([path, status, body.code]).toEqual([path, 400, 'invalid_input']);
      }
    }
    figure('S10', 'bodies nested 20,000 levels and more', count, `${count} times 400`);
  });

  it('S11: gzip bombs and oversized bodies: 413, in bounded memory', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE), { level: 9 });
    const large = 'x'.repeat(20 * MEGABYTE);
    await post(bomb, { 'Content-Encoding': 'gzip' });
    const before = service.rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, service.rss);
    }, 20);
    const count = rounds(40, 400);
    for (let each = 0; each < count; each++) {
      const answer = await post(bomb, { 'Content-Encoding': 'gzip' });
      expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
    }
    // The service answers before it has read everything; a client that is still sending may see the connection end
    // first.
    for (let each = 0; each < 5; each++) {
      const outcome = await post(`"${large}"`).then(
        ({ status }) => status,
        () => 413,
      );
      expect(outcome).toBe(413);
    }
    clearInterval(watch);
    const growth = (most - before) / MEGABYTE;
    figure(
      'S11',
      'bodies of 200 MB in 200 kB of gzip',
      count,
      `413 each time; memory at most ${growth.toFixed(0)} MB above the start`,
    );
    expect(growth).toBeLessThan(50);
  });

  it('S11: bodies of strangers are not even read: 401 for each, in bounded memory', async () => {
    const sockets: Socket[] = [];
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
    });
    const before = service.rss;
    const count = rounds(200, 1_000);
    const half = Buffer.alloc(MEGABYTE, 0x20);
    const answers = Array.from({ length: count }, () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      return new Promise<string>((resolve) => {
        socket.once('data', (chunk) => resolve(String(chunk).slice(9, 12)));
        socket.on('error', () => resolve('gone'));
        // Two megabytes are promised, one is sent, then nothing more.
        socket.write(
          `POST /svc/quote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${2 * MEGABYTE}\r\n\r\n`,
        );
        socket.write(half);
      });
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['401']));
    const growth = (service.rss - before) / MEGABYTE;
    const began = performance.now();
    await Promise.all(
      sockets.map((socket) =>
        socket.closed ? undefined : new Promise((resolve) => socket.once('close', resolve)),
      ),
    );
    const seconds = (performance.now() - began) / 1000;
    figure(
      'S12',
      'strangers who promise a body and stop half-way',
      count,
      `401 at once, memory ${growth.toFixed(0)} MB up, cut off after ${seconds.toFixed(0)} s`,
    );
    expect(growth).toBeLessThan(100);
    expect(seconds * 1_000).toBeLessThan(beside(HALF_A_BODY, bare.slowest(began)));
  });

  it('S12: half-open sockets: others are answered within a second meanwhile, all are cut within 15 s', async () => {
    const count = rounds(300, 1_000);
    const slowestOf = async (ms: number) => {
      let slowest = 0;
      let requestCount = 0;
      for (const end = performance.now() + ms; performance.now() < end; requestCount++) {
        const answer = await client.get('/quote?limit=1');
        expect(answer.status).toBe(200);
        slowest = Math.max(slowest, answer.ms);
        await sleep(20);
      }
      return { slowest, requestCount };
    };
    const alone = await slowestOf(3_000);
    const descriptors = () => readdirSync(`/proc/${service.pid}/fd`).length;
    const before = descriptors();
    const sockets = Array.from({ length: count }, (_, each) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      // Requests whose headers never end, some with a byte now and then; some that never send anything. None reads.
      if (each % 3 !== 0) socket.write('GET /quote HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      if (each % 3 === 1) {
        const drip = setInterval(() => socket.write('a'), 1_000);
        socket.once('close', () => clearInterval(drip));
      }
      return socket;
    });
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
    });
    await until('all are connected', () => descriptors() >= before + count);
    const opened = performance.now();
    const { slowest, requestCount } = await slowestOf(6_000);
    await until('all are cut', () => descriptors() < before + 5);
    const longest = (performance.now() - opened) / 1000;
    figure(
      'S12',
      'half-open sockets',
      count,
      `${counted(requestCount)} requests of others meanwhile, slowest ${slowest.toFixed(0)} ms; all cut after at most ${longest.toFixed(1)} s`,
    );
    // A slow machine is no fault of the sockets.
    expect(slowest).toBeLessThan(Math.max(BESIDE_HALF_OPEN, 5 * alone.slowest));
    expect(longest * 1_000).toBeLessThan(beside(HALF_OPEN, bare.slowest(opened)));
  });
});
