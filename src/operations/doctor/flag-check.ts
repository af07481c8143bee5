import type { DataSet } from '../../modules/dataset/data-set.js';
import { flaggedRows, flagNamesOf } from '../../modules/dataset/flagged-rows.js';
import { bad, type Check, ok } from './finding.js';

/** Records that obey the rules but are probably wrong anyway, by data set and flag. */
export const flaggedRecords: Check = {
  name: 'flagged records',
  async look({ read, dataSets }) {
    const all = Object.values(dataSets);
    const lines: string[] = [];
    for (const dataSet of all) {
      const rows = await read<FlagCount>(counts(dataSet));
      if (rows.length > 0) lines.push(`${dataSet.name} ${rows.map(text).join(', ')}`);
    }
    const [state] = await read<{ pending: boolean }>(CHECKS_PENDING);
    if (state?.pending === true) lines.push('quotes that were imported lately are still to be checked');
    if (lines.length === 0) return ok(`none in ${all.length} data sets`);
    return bad(
      'warn',
      lines.join('; '),
      'GET /svc/datasets/{name}/flagged lists them with their addresses: correct or delete what is wrong; a running ' +
        'service checks quotes, after a large import in some minutes',
    );
  },
};

/** Whether an import of quotes is still to be checked; a few written quotes are within a second. */
const CHECKS_PENDING = `
  SELECT EXISTS (SELECT FROM quote_check) OR EXISTS (
    SELECT FROM audit_event e
    WHERE e.id > coalesce((SELECT position FROM quote_check_progress), 0)
      AND e.resource = 'quote' AND e.action = 'imported') AS pending`;

interface FlagCount {
  flag: string;
  count: number;
  /** keys of the first two */
  keys: string[];
}

const text = ({ flag, count, keys }: FlagCount) => `${flag} ${count} (${keys.join(', ')})`;

const counts = (dataSet: DataSet) => `
  SELECT (${flagNamesOf(dataSet)})[place] AS flag, count(*)::int AS count,
    (array_agg(concat_ws(' ', ${dataSet.key.join(', ')}) ORDER BY id))[:2] AS keys
  FROM (${flaggedRows(dataSet)}) f GROUP BY place ORDER BY place`;
