import { getEventListeners, once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../../src/modules/source/feed/fetcher.js';
import { type FileStore, SharedStore } from '../../src/modules/source/feed/file-store.js';
import { sftpFolder } from '../../src/modules/source/feed/sftp.js';
import { SftpServer } from '../sftp-server.js';

/** Limits of a request; a whole answer may take ten times the silence. */
const boundsOf = (signal: AbortSignal, timeout = 2_000) => ({
  timeout,
  bytes: 1_000_000,
  isPrivateAllowed: true,
  signal,
});
const tooSlow = { code: 'timeout', isPassing: true, message: expect.stringContaining('took longer than') };

describe('a vendor whose answer trickles is cut off', () => {
  let server: net.Server;
  /** what it sends at once, and then again and again */
  let [head, more] = ['', ''];
  beforeAll(async () => {
    server = net.createServer((socket) => {
      socket.on('error', () => undefined).write(head);
      const timer = setInterval(() => socket.write(more), 10);
      socket.once('close', () => clearInterval(timer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.close();
  });

  const answer = async () => {
    const { signal } = new AbortController();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const outgoing = { url, method: 'GET', headers: {} } as const;
    const { bytes } = await send(outgoing, boundsOf(signal, 500));
    for await (const _ of bytes);
  };

  it('in its head', async () => {
    [head, more] = ['HTTP/1.1 200 OK\r\n', 'X-More: 1\r\n'];
    await expect(answer()).rejects.toMatchObject(tooSlow);
  });

  it('in its body', async () => {
    [head, more] = ['HTTP/1.1 200 OK\r\n\r\n', 'x'];
    await expect(answer()).rejects.toMatchObject(tooSlow);
  });
});

describe('a connection to an SFTP server', () => {
  let server: SftpServer;
  beforeAll(async () => {
    server = await SftpServer.start();
    server.put('a.csv', 'x'.repeat(100_000));
  });
  afterAll(() => server.stop());

  const open = (bounds: ReturnType<typeof boundsOf>): Promise<FileStore> => {
    const { username, hostname: host, port } = new URL(server.url('*'));
    const auth = { type: 'ssh', host_key: server.hostKey, secret: 'PASSWORD' } as const;
    const secretOf = async () => server.password;
    return sftpFolder({ user: username, host, port: Number(port) }, '/out/', { auth, secretOf, bounds });
  };

  it('is cut off if its folder never ends', async () => {
    server.isEndless = true;
    const bounds = boundsOf(new AbortController().signal);
    const store = await open(bounds);
    bounds.timeout = 50; // the handshake may take longer
    await expect(store.list()).rejects.toMatchObject(tooSlow);
    server.isEndless = false;
  });

  it('that ends in the middle of a file is named', async () => {
    server.isLeaving = true;
    const store = await open(boundsOf(new AbortController().signal));
    const reading = (async () => {
      for await (const _ of store.open('a.csv'));
    })();
    await expect(reading).rejects.toMatchObject({ code: 'reset', isPassing: true });
    server.isLeaving = false;
  });

  it('leaves nothing behind at the signal of a run, which reads many files', async () => {
    const { signal } = new AbortController();
    for (let file = 0; file < 3; file++) {
      const store = await open(boundsOf(signal));
      expect(await store.list()).toHaveLength(1);
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
      store.close();
      while (getEventListeners(signal, 'abort').length > 0) await new Promise(setImmediate);
    }
  });

  it('is shared by what follows, and opened anew when the server has ended it', async () => {
    const { signal } = new AbortController();
    const shared = new SharedStore(() => open(boundsOf(signal)));
    server.attempts.length = 0;
    const signIns = () => server.attempts.filter((method) => method === 'password').length;
    const list = () => shared.use((store) => store.list());
    await list();
    await list();
    expect(signIns()).toBe(1);
    server.hangUp();
    while (getEventListeners(signal, 'abort').length > 0) await new Promise(setImmediate);
    expect(await list()).toHaveLength(1);
    expect(signIns()).toBe(2);
    await expect(shared.use(() => Promise.reject(new Error('half read')))).rejects.toThrow('half read');
    await list();
    expect(signIns()).toBe(3);
    shared.close();
  });

  it('ends with the run', async () => {
    const run = new AbortController();
    const store = await open(boundsOf(run.signal));
    server.isEndless = true;
    const listing = store.list();
    run.abort();
    await expect(listing).rejects.toMatchObject({ name: 'AbortError' });
    server.isEndless = false;
  });
});
