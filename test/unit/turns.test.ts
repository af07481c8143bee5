import { beforeEach, describe, expect, it } from '@jest/globals';
import { Turns } from '../../src/database/citus/turns.js';

/** Lets everything run that waits only for promises. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

describe('turns of the statements of a connection', () => {
  let turns: Turns;
  /** begun work, in order, and how each is answered */
  let begunWork: string[];
  let answers: Map<string, { give(): void; refuse(reason: Error): void }>;
  beforeEach(() => {
    turns = new Turns();
    begunWork = [];
    answers = new Map();
  });
  const work = (name: string) => () => {
    begunWork.push(name);
    return new Promise<string>((resolve, reject) => {
      answers.set(name, { give: () => resolve(name), refuse: reject });
    });
  };
  const take = (name: string) =>
    turns.take((markSent) => {
      const answer = work(name)();
      markSent();
      return answer;
    });
  const join = (name: string) => turns.join(work(name));

  it('a taken turn waits for the answers of all before it', async () => {
    const all = Promise.all([take('1'), join('2'), join('3'), take('4')]);
    await rest();
    expect(begunWork).toEqual(['1']);
    answers.get('1')?.give();
    await rest();
    expect(begunWork).toEqual(['1', '2', '3']);
    answers.get('3')?.give();
    await rest();
    expect(begunWork).toEqual(['1', '2', '3']);
    answers.get('2')?.give();
    await rest();
    expect(begunWork).toEqual(['1', '2', '3', '4']);
    answers.get('4')?.give();
    expect(await all).toEqual(['1', '2', '3', '4']);
  });

  it('joined turns are begun in their order, whatever becomes of each other', async () => {
    const [first, second] = [join('1'), join('2')];
    const third = take('3');
    await rest();
    expect(begunWork).toEqual(['1', '2']);
    answers.get('1')?.refuse(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    answers.get('2')?.give();
    expect(await second).toBe('2');
    await rest();
    expect(begunWork).toEqual(['1', '2', '3']);
    answers.get('3')?.give();
    expect(await third).toBe('3');
  });

  it('work that needs no answers is begun when all before it is sent', async () => {
    const before = [take('1'), join('2')];
    const commit = turns.whenSent(work('commit'));
    await rest();
    expect(begunWork).toEqual(['1']);
    answers.get('1')?.give();
    await rest();
    expect(begunWork).toEqual(['1', '2', 'commit']);
    for (const answer of answers.values()) answer.give();
    expect(await Promise.all([...before, commit])).toEqual(['1', '2', 'commit']);
  });
});
