import { midnight, textList } from '../database/sql.js';

/**
 * Figures that stand for a company: the group's, else those of a company without subsidiaries, else the parent's alone.
 */
export const PREFERENCE: readonly string[] = ['consolidated', 'single', 'parent'];

/** SQL condition that a figure, the alias `alias` of `statement_item`, was public by the end of a day in Viet Nam. */
export const isKnownOn = (alias: string, day: string) => `${alias}.published_at < ${midnight(`${day} + 1`)}`;

/** SQL of the rank of a consolidation in {@link PREFERENCE}. */
export const consolidationRank = (column: string) =>
  `array_position(ARRAY[${textList(PREFERENCE)}], ${column})`;
