import type { Notice } from '../../http/replies/notices.js';
import type { DataSetName } from '../../kinds/data-set-names.js';

/** Most characters of a value that a notice repeats: notices must fit into a header. */
const MAXIMUM_VALUE = 100;

/** A value as notices repeat it: at most {@link MAXIMUM_VALUE} characters. */
export const short = (text: string): string =>
  text.length <= MAXIMUM_VALUE ? text : `${text.slice(0, MAXIMUM_VALUE)}…`;

/** The requested values as the end of a sentence; empty if none were requested. */
export const ofValues = (values: readonly string[] = []): string =>
  values.length === 0 ? '' : ` of ${short(values.join(', '))}`;

/** Notice that a data set has no record of the requested symbols. */
export const noRecords = (name: DataSetName, values: readonly string[]): Notice => ({
  code: 'no_records',
  detail: `No record of \`${name}\` is stored${ofValues(values)}`,
  value: name,
});

/** Notice that what a data set has of the requested symbols is in a currency that is not computed with. */
export const otherCurrency = (name: DataSetName, values: readonly string[], currency: string): Notice => ({
  code: 'other_currency',
  detail: `The records of \`${name}\`${ofValues(values)} are in ${currency}; only amounts in VND are computed with`,
  value: currency,
});
