import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { SERVICE_ROLE } from '../../src/database/connection/connection.js';
import { sendSignal } from '../../src/database/embedded/postmaster.js';
import { alive, cleanUp, postgresBelow, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { RECOVERY } from '../time-bounds.js';
import { Client, counted, quantile } from './client.js';
import { backendOf, childrenOf, connect, Service } from './harness.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';
import { Traffic } from './traffic.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(2, 50);

afterAll(cleanUp);

describe('kill -9 of PostgreSQL below a service that stays up', () => {
  it.each([
    ['the postmaster', (postmaster: number) => postmaster],
    ['a backend', (postmaster: number) => backendOf(postmaster, SERVICE_ROLE)],
  ])('%s: only 503 with Retry-After, nothing lost, and recovery by itself', async (victim, victimOf) => {
    const dataDir = await preparedFolder();
    const service = await Service.start({ DATA_DIR: dataDir });
    const traffic = new Traffic(service);
    const recoveries: number[] = [];
    const outages: number[] = [];
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      const before = traffic.ledger.created.size;
      const enough = before + 2 + Math.floor(Math.random() * 6);
      await traffic.until(() => traffic.ledger.created.size >= enough);
      const postmaster = service.postmaster ?? 0;
      const children = childrenOf(postmaster);
      const killed = performance.now();
      sendSignal(victimOf(postmaster), 'SIGKILL');
      // One dead child ends all: until then the old server still answers, and its answers are no recovery.
      await until('the server is down', () => !children.some(alive), STEP);
      const [accepts] = await Promise.all([
        acceptsAgain(service),
        traffic.until(() => traffic.refusals.some((at) => at > killed)),
      ]);
      await traffic.until(() => traffic.successes.some((at) => at > accepts));
      const first = traffic.successes.find((at) => at > accepts) ?? Number.NaN;
      recoveries.push(first - accepts);
      outages.push(accepts - killed);
    }
    await traffic.stop();
    const client = new Client(service.url);
    expect(service.hasEnded).toBe(false);
    expect({ unfit: traffic.unfit, errors: traffic.errors }).toEqual({ unfit: [], errors: [] });
    expect(await traffic.ledger.verify(client)).toEqual([]);
    client.close();
    figure(
      'R2',
      `kill -9 of ${victim} under load of 8 clients`,
      turns.done,
      `0 of ${counted(traffic.ledger.items)} items reported CREATED lost; ${counted(traffic.answers)} answers, ${counted(traffic.refusals.length)} of them 503, no other 5xx, ${traffic.errors.length} connection errors, ${traffic.cut} streams cut off; database back after ${spread(outages)} ms, first success ${spread(recoveries)} ms later`,
    );
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY);
    service.signal('SIGTERM');
    await service.ended();
    expect(postgresBelow(dataDir)).toEqual([]);
  });
});

/** The moment at which a connection that bypasses the service works again. */
async function acceptsAgain(service: Service): Promise<number> {
  await until(
    'the database accepts connections',
    async () => {
      try {
        const client = await connect(service.database);
        await client.query('SELECT 1');
        await client.end();
        return true;
      } catch {
        return false;
      }
    },
    STEP,
  );
  return performance.now();
}

function spread(values: readonly number[]): string {
  return `${quantile(values, 0.5).toFixed(0)} (at most ${Math.max(...values).toFixed(0)})`;
}
