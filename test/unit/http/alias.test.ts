import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { BodyField, Ignored, jsonReader } from '../../../src/http/fields/fields.js';
import { textOf } from '../../../src/kinds/kinds.js';
import type { DataSet } from '../../../src/modules/dataset/data-set.js';
import { matchColumns } from '../../../src/modules/import/columns.js';

class Entry {
  @Ignored() id?: unknown;
  @BodyField(textOf({ max: 5 }), 'Identifier of the publisher.', undefined, { alias: 'id' })
  entry_id: string;
}

describe('a field with another accepted name', () => {
  const read = jsonReader(Entry);

  it('is read under the other name', () => {
    expect(read({ id: 'A-1' })).toEqual({ record: { entry_id: 'A-1' } });
  });

  it('is read under its own name, beside which the other one is the control field of a record read back', () => {
    expect(read({ entry_id: 'A-1', id: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10' })).toEqual({
      record: { entry_id: 'A-1' },
    });
  });

  it('is refused under the name that was given', () => {
    expect(read({ id: 'too long' }).errors).toMatchObject([{ pointer: '/id', code: 'out_of_range' }]);
    expect(read({ entry_id: 7 }).errors).toMatchObject([{ pointer: '/entry_id', code: 'invalid_type' }]);
    expect(read({}).errors).toMatchObject([{ code: 'required' }]);
  });

  it('is a column of a file under either name, its own first', () => {
    const dataSet = { entity: Entry, record: Entry } as unknown as DataSet;
    const matching = { map: new Map<string, string>(), suppliedFields: new Set<string>() };
    expect(matchColumns(dataSet, ['id'], matching).positions.get('entry_id')).toBe(0);
    expect(matchColumns(dataSet, ['id', 'entry_id'], matching).positions.get('entry_id')).toBe(1);
    expect(matchColumns(dataSet, ['name'], matching).missing).toEqual(['entry_id']);
  });
});
