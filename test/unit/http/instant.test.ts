import { describe, expect, it } from '@jest/globals';
import { Invalid, instantKind } from '../../../src/kinds/kinds.js';

describe('an instant', () => {
  it.each([
    ['2024-01-31T08:15:00Z', '2024-01-31T08:15:00.000000Z'],
    ['2024-01-31T15:15:00+07:00', '2024-01-31T08:15:00.000000Z'],
    ['2024-01-31 15:15+07', '2024-01-31T08:15:00.000000Z'],
    ['2024-01-31T00:15:00.123456+0700', '2024-01-30T17:15:00.123456Z'],
    ['2024-01-31', '2024-01-30T17:00:00.000000Z'],
    ['20240131', '2024-01-30T17:00:00.000000Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%s is read as UTC', (text, instant) => {
    expect(instantKind.fromText(text)).toBe(instant);
    expect(instantKind.fromJson(text)).toBe(instant);
  });

  it.each([
    '2024-02-30',
    '2024-02-30T00:00:00Z',
    '2024-01-31T24:00:00Z',
    '2024-01-31T08:15:00',
    '2024-01-31T08:61:00Z',
    '1900-01-01', // in Vietnam: still 1899 in UTC
    '1900-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'now',
    '',
  ])('%s is refused', (text) => expect(instantKind.fromText(text)).toBeInstanceOf(Invalid));
});
