import { midnight } from '../database/sql.js';

/** Whose figures stand for a company: the group's, those of a company without subsidiaries, the parent's alone. */
export const PREFERENCE: readonly string[] = ['consolidated', 'single', 'parent'];

/** SQL condition that a figure, the alias `alias` of `statement_item`, was public by the end of a day in Viet Nam. */
export const isKnownOn = (alias: string, day: string) => `${alias}.published_at < ${midnight(`${day} + 1`)}`;

/** SQL order of whose figures stand for a company: {@link PREFERENCE}. */
export const consolidationRank = (column: string) =>
  `array_position(ARRAY['${PREFERENCE.join("', '")}'], ${column})`;
