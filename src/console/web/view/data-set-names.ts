import { text } from '../text/language.js';
import { ask, type BodyOf, type Reading, useRead } from './read.js';

/**
 * Reads the names of the data sets as the choices of a filter. The present choice is always among them, also if the
 * others could not be read.
 */
export function useDataSetNames(choice: string): {
  names: readonly string[];
  sets: Reading<BodyOf<'/svc/datasets'>>;
} {
  const sets = useRead(ask('/svc/datasets', { limit: 100 }));
  const all = (sets.body?.data ?? []).map(({ name }) => name as string);
  return { names: [...new Set([...all, choice])].filter((name) => name !== ''), sets };
}

/** The title of a data set. */
export const titleOf = ({ name, title }: { name: string; title: string }): string =>
  text.value.data.titles[name] ?? title;
