import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CallerTurns } from '../../src/limits/caller-turns.js';
import { until } from '../embedded/harness.js';

const AT_A_TIME = Math.max(2, availableParallelism());
const BURST = 100;

describe('requests of one caller at a time', () => {
  let server: Server;
  /** callers whose requests were begun, in order, and the open answers */
  let begunCallers: string[];
  let open: EventEmitter[];
  let observations: number;
  beforeEach(() => {
    [begunCallers, open, observations] = [[], [], 0];
    server = createServer((request, response) => {
      begunCallers.push(request.headers.authorization ?? String(request.socket.remoteAddress));
      open.push(response);
    });
    new CallerTurns().open(server, () => observations++);
  });

  /** As if a request had been read from its socket. */
  const arrive = (caller: string) => {
    const headers = caller.includes('.') ? {} : { authorization: caller };
    const request = { headers, socket: { remoteAddress: caller } } as unknown as IncomingMessage;
    server.emit('request', request, new EventEmitter() as ServerResponse);
  };
  const burst = (caller: string) => {
    for (let each = 0; each < BURST; each++) arrive(caller);
  };
  /** Answers every request that is begun, until `count` have been. */
  const answer = (count: number) =>
    until('all are answered', () => {
      for (const response of open.splice(0)) response.emit('close');
      return begunCallers.length === count;
    });

  it('all requests of a lone caller are begun at once', () => {
    burst('greedy');
    expect(begunCallers).toHaveLength(BURST);
  });

  it('next to others few are begun, and a caller who arrives after a burst is served at once', async () => {
    arrive('neighbour');
    burst('greedy');
    arrive('neighbour');
    expect(begunCallers).toEqual(['neighbour', ...Array(AT_A_TIME).fill('greedy'), 'neighbour']);
    expect(observations).toBe(BURST + 2);
    await answer(BURST + 2);
  });

  it('a burst without a token waits for callers with one, and makes nobody wait', async () => {
    burst('127.0.0.1');
    expect(begunCallers).toHaveLength(BURST);
    burst('greedy');
    expect(begunCallers).toHaveLength(2 * BURST);
    burst('127.0.0.2');
    expect(begunCallers).toHaveLength(2 * BURST + AT_A_TIME);
    await answer(3 * BURST);
  });

  it('a request that is not answered soon gives its turn to the next', async () => {
    arrive('neighbour');
    burst('greedy');
    await until('the others are begun, though nothing is answered', () => begunCallers.length === BURST + 1);
    expect(open).toHaveLength(BURST + 1);
  });

  it('an answer that ends at once lets no other begin before the requests of other callers are read', () => {
    server.on('request', (_request, response) => response.emit('close'));
    arrive('neighbour');
    burst('greedy');
    expect(begunCallers.filter((caller) => caller === 'greedy')).toHaveLength(AT_A_TIME);
  });
});
