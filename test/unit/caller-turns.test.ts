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
  let begun: string[];
  let open: EventEmitter[];
  let observed: number;
  beforeEach(() => {
    [begun, open, observed] = [[], [], 0];
    server = createServer((request, response) => {
      begun.push(request.headers.authorization ?? String(request.socket.remoteAddress));
      open.push(response);
    });
    new CallerTurns().open(server, () => observed++);
  });

  /** As if a request had been read from its socket. */
  const come = (caller: string) => {
    const headers = caller.includes('.') ? {} : { authorization: caller };
    const request = { headers, socket: { remoteAddress: caller } } as unknown as IncomingMessage;
    server.emit('request', request, new EventEmitter() as ServerResponse);
  };
  const burst = (caller: string) => {
    for (let each = 0; each < BURST; each++) come(caller);
  };
  /** Answers every request that is begun, until `count` have been. */
  const answer = (count: number) =>
    until('all are answered', () => {
      for (const response of open.splice(0)) response.emit('close');
      return begun.length === count;
    });

  it('alone, a caller has all of them begun at once', () => {
    burst('greedy');
    expect(begun).toHaveLength(BURST);
  });

  it('beside others few, and whoever comes after a burst is begun with at once', async () => {
    come('neighbour');
    burst('greedy');
    come('neighbour');
    expect(begun).toEqual(['neighbour', ...Array(AT_A_TIME).fill('greedy'), 'neighbour']);
    expect(observed).toBe(BURST + 2);
    await answer(BURST + 2);
  });

  it('a burst without a token waits for who has one, and makes nobody wait', async () => {
    burst('127.0.0.1');
    expect(begun).toHaveLength(BURST);
    burst('greedy');
    expect(begun).toHaveLength(2 * BURST);
    burst('127.0.0.2');
    expect(begun).toHaveLength(2 * BURST + AT_A_TIME);
    await answer(3 * BURST);
  });

  it('what is not answered soon gives its turn to the next', async () => {
    come('neighbour');
    burst('greedy');
    await until('the others are begun, though nothing is answered', () => begun.length === BURST + 1);
    expect(open).toHaveLength(BURST + 1);
  });

  it('an answer that ends at once lets no other begin before what others send is read', () => {
    server.on('request', (_request, response) => response.emit('close'));
    come('neighbour');
    burst('greedy');
    expect(begun.filter((caller) => caller === 'greedy')).toHaveLength(AT_A_TIME);
  });
});
