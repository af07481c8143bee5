import { describe, expect, it } from '@jest/globals';
import { TransactionLost } from '../../src/database/conflicts.js';
import { nodeWrites } from '../../src/modules/record/node-writes.sql.js';
import { CURRENCY } from '../../src/modules/reference/currency.data-set.js';

const ACTOR = {
  name: 'maker@example.com',
  caller: { id: 'a', kind: 'user', role: 'maker', principal: 'maker@example.com' },
  requestId: 'r',
} as const;
const VND = { code: 'VND', name: 'Dong' };
const ROW = { code: 'VND', name: 'Dong', revision: '2' };
const OLD = { code: 'VND', name: 'Đồng', revision: '1' };

describe('a replacement on a cluster, from the rows of its SELECT and its UPDATE', () => {
  const { last } = nodeWrites(CURRENCY, false).replace(VND, ACTOR);

  it('updates the record that was there, with its values before in the event', () => {
    expect(last([[OLD], [ROW]])?.values).toEqual(
      expect.arrayContaining(['("VND","Dong","2")', '("VND","Đồng","1")']),
    );
  });

  it('writes no event when the values are the same', () => {
    expect(last([[OLD], []])?.values).toEqual(['("VND","Đồng","1")']);
  });

  it('does nothing when there is no record', () => {
    expect(last([[], []])).toBeUndefined();
  });

  it('is rolled back when a rival inserted the record between the two', () => {
    expect(() => last([[], [ROW]])).toThrow(TransactionLost);
  });
});
