import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairGate } from '../../src/limits/fair-gate.js';

const refusal = () => new Error('refused');

describe('tasks that wait at a gate', () => {
  /** Tasks that have entered, in their order, and the functions that give their places back. */
  const gateOf = (total: number, each: () => number) => {
    const gate = new FairGate({ total, each, waiting: 100, patience: 60_000 });
    const entered: string[] = [];
    const leaves: (() => void)[] = [];
    const enter = (key: string) => {
      void gate.enter(key, refusal).then((leave) => {
        entered.push(key);
        leaves.push(leave);
      });
    };
    return { enter, entered, leave: () => leaves.shift()?.() };
  };

  it('enter all that have room once their key may run more, as a token may when its neighbour is gone', async () => {
    let most = 1;
    const { enter, entered, leave } = gateOf(10, () => most);
    for (let task = 0; task < 6; task++) enter('one');
    await setImmediate();
    expect(entered).toHaveLength(1);
    most = 4;
    leave();
    await setImmediate();
    expect(entered).toHaveLength(1 + 4);
    leave();
    await setImmediate();
    expect(entered).toHaveLength(6);
  });

  it('alternate between their keys, and are never more than there are places', async () => {
    const { enter, entered, leave } = gateOf(2, () => 2);
    for (const key of ['one', 'one', 'one', 'one', 'other', 'other']) enter(key);
    await setImmediate();
    expect(entered).toEqual(['one', 'one']);
    for (const next of ['other', 'one', 'other', 'one']) {
      leave();
      await setImmediate();
      expect(entered.at(-1)).toBe(next);
    }
    expect(entered).toHaveLength(6);
  });
});
