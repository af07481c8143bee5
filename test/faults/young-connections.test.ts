import { afterAll, expect, it, jest } from '@jest/globals';
import { connectionSettings, newClient, socketOf } from '../../src/database/connection/connection.js';
import { Heartbeat } from '../../src/database/servers/heartbeat.js';
import { cleanUp, until } from '../embedded/harness.js';
import { Network } from './network.js';
import { startPrimary } from './replica-harness.js';
import { PATIENCE } from './rounds.js';

jest.setTimeout(PATIENCE);
afterAll(() => cleanUp());

it('when the database is found to be away, connections begun while that was in doubt are cut as well', async () => {
  const network = await Network.to((await startPrimary()).connection);
  const heartbeat = new Heartbeat({ url: network.url });
  const begin = () => {
    const client = newClient({ ...connectionSettings(heartbeat.address), connectionTimeoutMillis: 0 });
    client.on('error', () => undefined);
    return { client, opened: client.connect().then(Boolean, () => false) };
  };
  heartbeat.onApplicationBootstrap();
  try {
    await until('it answers', () => begin().opened);
    network.split();
    const begun: ReturnType<typeof begin>[] = [];
    await until('it is away', () => {
      if (!heartbeat.isAway) begun.push(begin());
      return heartbeat.isAway;
    });
    expect(begun.length).toBeGreaterThan(1);
    expect(begun.map(({ client }) => socketOf(client).destroyed)).toEqual(begun.map(() => true));
  } finally {
    heartbeat.onApplicationShutdown();
  }
});
