import type { Notice } from '../../database/lists/list.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { isLongerThan } from '../../kinds/kinds.js';
import type { Published } from '../../market/published.sql.js';

/** Most characters of a value that a notice repeats: notices must fit into a header. */
const MAXIMUM_VALUE = 100;

/** A value as notices repeat it: at most {@link MAXIMUM_VALUE} characters. */
export const short = (text: string): string =>
  isLongerThan(text, MAXIMUM_VALUE) ? `${[...text].slice(0, MAXIMUM_VALUE).join('')}…` : text;

/** The requested values as the end of a sentence; empty if none were requested. */
export const ofValues = (values: readonly string[] = []): string =>
  values.length === 0 ? '' : ` of ${short(values.join(', '))}`;

/** What a notice says of records that are lacking: a quote may be stored and yet wait for its approval. */
export const wordsOfLack = (names: readonly DataSetName[], published: Published) =>
  published === 'approved' && names.includes('quote')
    ? {
        stored: 'published',
        hint: '; quotes are published once they are approved: GET /svc/quote/approval lists those that wait',
      }
    : { stored: 'stored', hint: '' };

/** Notice that a data set has no record of the requested symbols. */
export function noRecords(
  name: DataSetName,
  values: readonly string[],
  published: Published = 'all',
): Notice {
  const { stored, hint } = wordsOfLack([name], published);
  return {
    code: 'no_records',
    detail: `No record of \`${name}\` is ${stored}${ofValues(values)}${hint}`,
    value: name,
  };
}

/** Notice that what a data set has of the requested symbols is in a currency that is not computed with. */
export const otherCurrency = (name: DataSetName, values: readonly string[], currency: string): Notice => ({
  code: 'other_currency',
  detail: `The records of \`${name}\`${ofValues(values)} are in ${currency}; only amounts in VND are computed with`,
  value: currency,
});
