import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { drainable } from '../../../src/http/server/drain.js';

/** Longer than any test runs, ms: nothing here waits this long. */
const PATIENCE = 3_600_000;

/** Bytes that the buffers of the system do not hold. */
const MORE_THAN_BUFFERS = 67_108_864;

describe('a server that closes', () => {
  it('answers every pipelined request of a client, and says in the last answer that it closes', async () => {
    const responses: ServerResponse[] = [];
    const server = createServer((_request, response) => responses.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const drain = drainable(server, PATIENCE);
    const closed = once(server, 'close');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let output = '';
    client.on('data', (text) => {
      output += text;
    });
    const ended = once(client, 'close');
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    client.write(request('/first') + request('/second'));
    while (responses.length < 2) await once(server, 'request');

    await drain();
    for (const [place, response] of responses.entries()) response.end(`answer ${place}`);

    await Promise.all([ended, closed]);
    const [first = '', second = ''] = output.split('answer 0');
    expect(first).toContain('Connection: keep-alive');
    expect(second).toContain('Connection: close');
    expect(second).toContain('answer 1');
  });

  it('cuts a connection on which nothing was ever sent', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const drain = drainable(server, PATIENCE);
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    await once(server, 'connection');
    await Promise.all([once(client, 'close'), once(server, 'close'), drain()]);
    expect(client.destroyed).toBe(true);
  });

  it('cuts a connection whose reader takes nothing of its answer, and no other that is being answered', async () => {
    const responses: ServerResponse[] = [];
    const server = createServer((_request, response) => responses.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const drain = drainable(server, 100);
    const closed = once(server, 'close');
    const clients = [0, 1].map(() => connect((server.address() as AddressInfo).port, '127.0.0.1').pause());
    for (const client of clients) {
      client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(server, 'request');
    }
    const [stalled, slow] = responses as [ServerResponse, ServerResponse];
    const left = once(stalled, 'close');
    stalled.write('x'.repeat(MORE_THAN_BUFFERS));
    await drain();
    await left;
    expect([stalled.writableFinished, slow.closed]).toEqual([false, false]);
    slow.end('answer');
    clients[1]?.resume();
    await closed;
    // The stalled one does not notice that it is closed: it would keep the process of the tests from ending.
    for (const client of clients) client.destroy();
  });
});
