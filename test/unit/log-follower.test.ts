import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Changes } from '../../src/database/changes.js';
import type { Logger } from '../../src/log/log.js';
import type { EventFeed } from '../../src/modules/event/event-feed.js';
import { LogFollower } from '../../src/modules/event/log-follower.js';

/** Work of one part, ms of processor time. */
const WORK = 5;
/** The log counts as being written while the last write is no older than this, ms. */
const QUIET = 50;

/** An audit log, and a follower of it whose parts of work are `part`: true if work remains. */
class FollowedLog {
  newest = 0;
  position = 0;
  readonly changes = new Changes({ host: '', port: 0, user: '', database: '' });
  readonly log = { error: jest.fn() } as unknown as Logger;
  readonly follower: LogFollower;

  constructor(quiet: number, part: (upTo: number) => Promise<boolean>) {
    this.follower = new LogFollower(
      {
        task: 'the log could not be followed',
        quiet,
        patience: 0,
        standing: async () => ({ newest: this.newest, position: this.position, waiting: false }),
        step: async (upTo) => {
          const isMore = await part(upTo);
          if (!isMore) this.position = upTo;
          return { isMore };
        },
      },
      { feed: { position: async () => this.newest } as EventFeed, changes: this.changes, log: this.log },
    );
  }

  write(): void {
    this.newest++;
    this.changes.announce('quote');
  }
}

describe('work that follows the audit log in the background', () => {
  let followedLog: FollowedLog;
  afterEach(() => followedLog.follower.stop());

  it('takes up events written while it worked, without another write', async () => {
    const quiet = 1;
    const isTaken = new Promise<void>((resolve) => {
      followedLog = new FollowedLog(quiet, async (upTo) => {
        if (upTo === 2) resolve();
        else {
          followedLog.write();
          // Timers of equal length end in order: this one after that of the write.
          await new Promise((ended) => setTimeout(ended, quiet));
        }
        return false;
      });
      followedLog.follower.start();
      followedLog.write();
    });
    await isTaken;
  });

  it('goes on after its connection was cut off, without another write', async () => {
    const cutOff = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), {
      code: '25P03',
    });
    let failures = 0;
    const isTaken = new Promise<void>((resolve) => {
      followedLog = new FollowedLog(1, async () => {
        if (failures++ === 0) throw cutOff;
        resolve();
        return false;
      });
      followedLog.follower.start();
      followedLog.write();
    });
    await isTaken;
  });

  it('goes on half a minute after a failure, without another write', async () => {
    const diskFull = Object.assign(new Error('could not extend file'), { code: '53100' });
    let attempts = 0;
    followedLog = new FollowedLog(1, async () => {
      if (attempts++ === 0) throw diskFull;
      return false;
    });
    jest.useFakeTimers();
    try {
      followedLog.follower.start();
      followedLog.write();
      await jest.advanceTimersByTimeAsync(29_000);
      expect([attempts, followedLog.position]).toEqual([1, 0]);
      await jest.advanceTimersByTimeAsync(2_000);
      expect([attempts, followedLog.position]).toEqual([2, 1]);
    } finally {
      jest.useRealTimers();
    }
    expect(followedLog.log.error).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['as long as it works', false, 1],
    ['nine times as long while somebody writes', true, 9],
  ])('rests %s', async (_, isWritten, times) => {
    const rests: number[] = [];
    await new Promise<void>((resolve) => {
      let ended: number | undefined;
      followedLog = new FollowedLog(QUIET, async () => {
        const began = performance.now();
        if (ended !== undefined) rests.push(began - ended);
        while (performance.now() - began < WORK);
        if (isWritten) followedLog.changes.announce('quote');
        ended = performance.now();
        if (rests.length === 3) resolve();
        return rests.length < 3;
      });
      followedLog.newest = 1;
      followedLog.follower.start();
    });
    // A timer ends up to a millisecond early.
    expect(Math.min(...rests)).toBeGreaterThan(times * WORK - 1);
  });
});

describe('readers that wait for the work', () => {
  it('one that comes meanwhile waits no longer than the one before it, which found the work locked', async () => {
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    let attempts = 0;
    let answers: Promise<boolean[]> | undefined;
    const log = new FollowedLog(QUIET, async () => {
      attempts++;
      answers ??= Promise.all([first, log.follower.catchUp(), log.follower.catchUp()]);
      throw locked;
    });
    log.newest = 1;
    const first = log.follower.catchUp();
    await first;
    expect([await answers, attempts]).toEqual([[false, false, false], 1]);
    await log.follower.stop();
  });
});
