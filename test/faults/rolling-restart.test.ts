import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { startApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { type Answer, Client, counted } from './client.js';
import { Service, urlOf } from './harness.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';

jest.setTimeout(PATIENCE);

/** Each round restarts both instances, one after the other. */
const ROUNDS = rounds(1, 20);
/** Pause between two requests, ms: 50 a second. */
const PAUSE = 20;
/** Requests at once: a slow machine is not asked for more than it can answer. */
const MOST_AT_ONCE = 16;

afterAll(cleanUp);

describe('two instances behind a proxy', () => {
  it('are restarted one after the other: no request fails', async () => {
    const control = await startApp();
    atEnd(() => control.close());
    const environment = { DATABASE_URL: urlOf(control.address) };
    const services = await Promise.all([Service.start(environment), Service.start(environment)]);
    await Promise.all(services.map(isReady));
    const ports = services.map(({ url }) => new URL(url).port);
    const proxy = await startProxy(ports.map(Number));
    const client = new Client(proxy.url);
    const failures: string[] = [];
    let [sentCount, isStopped] = [0, false];
    const load = (async () => {
      const pending = new Set<Promise<void>>();
      while (!isStopped) {
        if (pending.size < MOST_AT_ONCE) {
          const request = ask(client, sentCount++).then((text) => {
            if (text) failures.push(text);
            pending.delete(request);
          });
          pending.add(request);
        }
        await sleep(PAUSE);
      }
      await Promise.all(pending);
    })();
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      for (const [index, service] of services.entries()) {
        service.signal('SIGTERM');
        await service.ended();
        services[index] = await Service.start({ ...environment, PORT: String(ports[index]) });
        await isReady(services[index]);
        await sleep(300);
      }
    }
    isStopped = true;
    await load;
    client.close();
    figure(
      'R6',
      'both instances behind a proxy restarted in turn, 50 requests/s: reads, PUT, POST',
      turns.done,
      `${failures.length} of ${counted(sentCount)} requests failed; ${proxy.again()} sent to the other instance`,
    );
    expect(failures).toEqual([]);
  });
});

/** Waits as a proxy's health check does: three good answers of /health/ready in a row. */
async function isReady(service: Service): Promise<void> {
  const client = new Client(service.url);
  let successes = 0;
  await until(
    'it is ready',
    async () => {
      successes = (await client.get('/health/ready')).status === 200 ? successes + 1 : 0;
      return successes === 3;
    },
    STEP,
  );
  client.close();
}

/** Sends one request; returns the text of its failure, or nothing. */
async function ask(client: Client, turn: number): Promise<string | undefined> {
  const quote = aQuote({ ticker: `ROLL${turn % 200}`, volume: turn });
  const works: (() => Promise<Answer>)[] = [
    () => client.get('/quote?limit=10'),
    () => client.get(`/quote?ticker=${quote.ticker}`),
    () => client.put('/svc/quote', quote),
    () => client.post('/svc/quote', aQuote({ ticker: `NEW${turn}` })),
  ];
  try {
    const answer = await (works[turn % works.length] as () => Promise<Answer>)();
    return answer.status < 300 ? undefined : `${turn}: ${answer.status} ${answer.text.slice(0, 200)}`;
  } catch (error) {
    return `${turn}: ${(error as Error).message}`;
  }
}

/**
 * A proxy that behaves as usual: a connection per request, in turn; a request that found no server, or one that says
 * that it closes, goes to the other; one that was cut off does so only if repeating it does no harm.
 */
async function startProxy(ports: readonly number[]): Promise<{ url: string; again(): number }> {
  let [turn, again] = [0, 0];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => forward(turn++, ports.length));
    const forward = (to: number, attemptsLeft: number): void => {
      const other = (fallback: () => void) => {
        if (attemptsLeft <= 1) return fallback();
        again++;
        forward(to + 1, attemptsLeft - 1);
      };
      const { method = 'GET', url, headers } = request;
      const upstream = http.request(
        { port: ports[to % ports.length], host: '127.0.0.1', method, path: url, headers, agent: false },
        (answer) => {
          if (answer.statusCode === 503) {
            answer.resume();
            return other(() => response.writeHead(503).end());
          }
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        const fail = () => void response.writeHead(502).end(`${error.code} ${error.message}`);
        // A connection reset before it was accepted carried no request.
        if (error.syscall === 'connect' || method !== 'POST') other(fail);
        else fail();
      });
      upstream.end(Buffer.concat(chunks));
    };
  });
  // Or a connection that the client did not use for 5 s would be closed just as it sends its next request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, again: () => again };
}
