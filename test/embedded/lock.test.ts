import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { withLock } from '../../src/database/embedded/lock.js';
import { machineId } from '../../src/database/embedded/process-info.js';
import { newStamp, type Stamp } from '../../src/database/embedded/stamp.js';
import { cleanUp, temporaryFolder } from './harness.js';

/** A process of this machine that has ended: its pid is beyond Linux's range. */
const DEAD: Stamp = { pid: 2 ** 22 + 1, startTime: '1', machine: machineId(), instance: 'gone' };

const DAY = 86_400_000;

/** Writes a file as left by a process that has held it for a minute. */
function writeLockFile(file: string, by: Stamp): void {
  writeFileSync(file, JSON.stringify(by));
  const then = new Date(Date.now() - 60_000);
  utimesSync(file, then, then);
}

afterEach(cleanUp);

describe('the lock of a folder, while the clock is set', () => {
  it('is waited for as long as before', async () => {
    const lock = join(temporaryFolder(), 'postgresql.lock');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holder = withLock(lock, { timeout: 60_000 }, () => held);
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now');
    const onWait = () => {
      clock.mockImplementation(() => now() + DAY);
      // Once the waiter has looked at the clock.
      setImmediate(release);
    };
    try {
      const waiter = withLock(lock, { timeout: 60_000, onWait }, async () => 'has it');
      await expect(waiter).resolves.toBe('has it');
    } finally {
      clock.mockRestore();
    }
    await holder;
  });
});

describe('the lock of a folder whose holder died, as did the process that was removing its file', () => {
  it('is removed by one process at a time: the others wait, and say so in time', async () => {
    const folder = temporaryFolder();
    const lock = join(folder, 'postgresql.lock');
    writeLockFile(lock, DEAD);
    writeLockFile(`${lock}.breaking`, DEAD);
    writeLockFile(`${lock}.breaking.breaking`, newStamp());
    const waiting = withLock(lock, { timeout: 200 }, async () => 'has it');
    await expect(waiting).rejects.toThrow(/wait for it or end it/);

    rmSync(`${lock}.breaking.breaking`);
    await expect(withLock(lock, { timeout: 60_000 }, async () => 'has it')).resolves.toBe('has it');
    expect(readdirSync(folder)).toEqual([]);
  });
});
