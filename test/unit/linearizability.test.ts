import { describe, expect, it } from '@jest/globals';
import { type Call, judge, type Register } from '../faults/histories/linearizability.js';
import {
  type Action,
  type Outcome,
  QUOTE_REGISTER,
  type QuoteCall,
  withLostUpdate,
  withStaleRead,
} from '../faults/histories/quote-register.js';

const NEVER = Number.POSITIVE_INFINITY;

/** A register of one number: `[began, ended, 'w' or 'r', value]`. */
type Access = { write: boolean; value: number };
const NUMBER: Register<number, Access> = {
  initial: 0,
  step: (state, { write, value }) => (write ? value : state === value ? state : undefined),
  fingerprint: String,
};
const history = (...calls: [number, number, 'r' | 'w', number][]): Call<Access>[] =>
  calls.map(([began, ended, kind, value]) => ({ began, ended, operation: { write: kind === 'w', value } }));

const isLinearizable = (...calls: [number, number, 'r' | 'w', number][]) =>
  judge(NUMBER, history(...calls)).linearizable;

describe('the checker of histories, on a register of one number', () => {
  it('accepts calls that happened one after the other', () => {
    expect(isLinearizable([0, 1, 'w', 1], [2, 3, 'r', 1], [4, 5, 'w', 2], [6, 7, 'r', 2])).toBe(true);
  });

  it('finds a stale read', () => {
    expect(isLinearizable([0, 1, 'w', 1], [2, 3, 'w', 2], [4, 5, 'r', 1])).toBe(false);
  });

  it('accepts the older and the newer value during a write, but not the older after the newer', () => {
    expect(isLinearizable([0, 9, 'w', 1], [1, 2, 'r', 0], [3, 4, 'r', 1])).toBe(true);
    expect(isLinearizable([0, 9, 'w', 1], [1, 2, 'r', 1], [3, 4, 'r', 0])).toBe(false);
  });

  it('finds that two readers saw two writes in another order', () => {
    const writes = [
      [0, 9, 'w', 1],
      [0, 9, 'w', 2],
    ] as [number, number, 'w', number][];
    expect(isLinearizable(...writes, [1, 2, 'r', 1], [3, 4, 'r', 2], [1, 4, 'r', 2])).toBe(true);
    expect(isLinearizable(...writes, [1, 2, 'r', 1], [3, 4, 'r', 2], [5, 6, 'r', 1])).toBe(false);
  });

  it('takes a write without an answer for done at any later time, or never, but once', () => {
    expect(isLinearizable([0, NEVER, 'w', 1], [1, 2, 'r', 0])).toBe(true);
    expect(isLinearizable([0, NEVER, 'w', 1], [1, 2, 'r', 0], [3, 4, 'r', 1])).toBe(true);
    expect(isLinearizable([5, NEVER, 'w', 1], [1, 2, 'r', 1])).toBe(false);
    expect(isLinearizable([0, NEVER, 'w', 1], [1, 2, 'r', 1], [3, 4, 'w', 2], [5, 6, 'r', 1])).toBe(false);
  });

  it('says how far a history can be explained', () => {
    expect(judge(NUMBER, history([0, 1, 'w', 1], [2, 3, 'r', 1], [4, 5, 'r', 7])).order).toEqual([0, 1]);
  });

  it('judges fourteen concurrent writes that a wrong read contradicts, as visited states are not tried again', () => {
    const writes = Array.from({ length: 14 }, (_, index) => [0, 9, 'w', (index % 2) + 1] as const);
    const calls = [...writes.map((write) => [...write]), [10, 11, 'r', 3]] as [number, number, 'w', number][];
    expect(isLinearizable(...calls)).toBe(false);
  });
});

/** A history of sequential calls. */
const inTurn = (...operations: [Action, Outcome?][]): QuoteCall[] =>
  operations.map(([action, outcome], index) => ({
    began: 2 * index,
    ended: outcome === undefined ? NEVER : 2 * index + 1,
    operation: { action, outcome },
  }));

const shows = (revision: number, value: number, approved = false, id = 'a') => ({
  shows: { id, revision, value, approved },
});
const CREATED: [Action, Outcome] = [
  { do: 'create', value: 1 },
  { was: 'created', ...shows(1, 1) },
];
const replaced = (revision: number, value: number): [Action, Outcome] => [
  { do: 'replace', value },
  { was: 'done', ...shows(revision, value) },
];
const readOf = (...version: Parameters<typeof shows>): [Action, Outcome] => [
  { do: 'read' },
  { was: 'done', ...shows(...version) },
];
const holds = (...operations: [Action, Outcome?][]) =>
  judge(QUOTE_REGISTER, inTurn(...operations)).linearizable;

describe('the register of a quote', () => {
  it('is created once, replaced, approved, returned to not approved by a replacement, and deleted', () => {
    expect(
      holds(
        CREATED,
        [
          { do: 'create', value: 2 },
          { was: 'exists', shows: { id: 'a' } },
        ],
        replaced(2, 3),
        [{ do: 'approve' }, { was: 'done', ...shows(3, 3, true) }],
        [{ do: 'approve' }, { was: 'unchanged' }],
        replaced(4, 5),
        [{ do: 'delete' }, { was: 'done', shows: {} }],
        [{ do: 'read' }, { was: 'absent' }],
        [
          { do: 'create', value: 6 },
          { was: 'created', ...shows(1, 6, false, 'b') },
        ],
        [{ do: 'read', id: 'a' }, { was: 'absent' }],
      ),
    ).toBe(true);
  });

  it.each<[string, [Action, Outcome?][]]>([
    [
      'a second creation that succeeds',
      [
        CREATED,
        [
          { do: 'create', value: 2 },
          { was: 'created', ...shows(1, 2) },
        ],
      ],
    ],
    ['a lost update', [CREATED, replaced(2, 2), replaced(2, 3)]],
    ['a stale read', [CREATED, replaced(2, 2), readOf(1, 1)]],
    ['an approval that a read does not show', [CREATED, [{ do: 'approve' }, { was: 'done' }], readOf(2, 1)]],
    ['an approval of values that nobody saw', [CREATED, replaced(2, 2), readOf(2, 2, true)]],
    [
      'a record that is back after its deletion',
      [CREATED, [{ do: 'delete' }, { was: 'done', shows: {} }], readOf(1, 1)],
    ],
    [
      'a write over a version that is gone',
      [
        CREATED,
        replaced(2, 2),
        [
          { do: 'replace', value: 3, over: { id: 'a', revision: 1 } },
          { was: 'done', ...shows(3, 3) },
        ],
      ],
    ],
    [
      'a refusal of the version that is stored',
      [CREATED, [{ do: 'delete', over: { id: 'a', revision: 1 } }, { was: 'refused' }]],
    ],
  ])('refuses %s', (_, operations) => {
    expect(holds(...operations)).toBe(false);
  });

  it('learns the identifier of a creation without an answer from the first answer that shows it', () => {
    const lostCreation: [Action] = [{ do: 'create', value: 1 }];
    expect(holds(lostCreation, readOf(1, 1), readOf(1, 1))).toBe(true);
    expect(holds(lostCreation, readOf(1, 1), readOf(1, 1, false, 'b'))).toBe(false);
    expect(holds(lostCreation, [{ do: 'read' }, { was: 'absent' }], readOf(1, 1))).toBe(true);
  });

  it('does not take the identifier of a deleted record for that of a creation without an answer', () => {
    const again: [Action, Outcome?][] = [
      CREATED,
      [{ do: 'delete' }, { was: 'done', shows: {} }],
      [{ do: 'create', value: 2 }],
    ];
    expect(holds(...again, readOf(1, 2, false, 'b'))).toBe(true);
    expect(holds(...again, readOf(1, 2, false, 'a'))).toBe(false);
  });

  it('a stale read and a lost update can be planted in a sound history, and are found', () => {
    const sound = inTurn(CREATED, replaced(2, 2), replaced(3, 3), readOf(3, 3));
    expect(judge(QUOTE_REGISTER, sound).linearizable).toBe(true);
    for (const planted of [withStaleRead(sound), withLostUpdate(sound)]) {
      expect(planted).toBeDefined();
      expect(judge(QUOTE_REGISTER, planted ?? sound).linearizable).toBe(false);
    }
  });
});
