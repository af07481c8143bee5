import type { DataSetName } from '../../../src/kinds/data-set-names.js';

export type Fields = Record<string, unknown>;

/** A row that a person would call wrong, and the service's treatment of it. */
export interface WrongRow {
  /** what is wrong with it */
  what: string;
  /** natural key of the sound record that it is derived from; without it `change` is the whole row */
  of?: Fields;
  /** differences from the sound record */
  change: Fields | ((sound: Fields) => Fields);
  /** pointer and code of the 400 that names the culprit */
  refusal?: readonly [pointer: string, code: string];
  /** it is read as the record of `of`, which exists: 303 */
  exists?: true;
  /** flags, among others, under which it is found */
  flags?: readonly string[];
}

/** Wrong rows of a data set. */
export interface Poison {
  dataSet: DataSetName;
  /** words by which answers name the wrong records, in addition to {@link VICTIMS} */
  names?: readonly string[];
  /** answers that sum over all securities, the wrong one included: for data without a day, such as an exchange */
  sums?: RegExp;
  rows: readonly WrongRow[];
}

/** Securities of the demo with wrong records; no answer of another one may change. */
export const VICTIMS = ['ZDA', 'ZHO', 'ZBE', 'ZIT', 'ZAP', 'ZAI', 'ZRE', 'ZSA', 'ZIN', 'ZBC', 'ZPO', 'ZGA'];

/** A row that is refused. */
export const refusedRow = (
  what: string,
  of: Fields | undefined,
  change: WrongRow['change'],
  ...culprit: readonly [pointer: string, code: string]
): WrongRow => ({ what, change, refusal: culprit, ...(of && { of }) });

/** A row that is stored, and flagged. */
export const flaggedRow = (
  what: string,
  of: Fields | undefined,
  change: WrongRow['change'],
  ...flags: readonly string[]
): WrongRow => ({ what, change, flags, ...(of && { of }) });

/** A row that names an existing record in another letter case. */
export const sameRecord = (what: string, of: Fields, change: Fields): WrongRow => ({
  what,
  of,
  change,
  exists: true,
});

/** Multiplies numeric fields of a record. */
export const times =
  (factor: number, ...fields: string[]) =>
  (sound: Fields): Fields =>
    Object.fromEntries(fields.map((field) => [field, Number(sound[field]) * factor]));
