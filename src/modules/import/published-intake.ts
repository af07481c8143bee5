import { csvCell } from '../../files/csv.js';
import type { DataSet } from '../dataset/data-set.js';
import type { PublishedRow } from '../dataset/published.js';
import type { IntakeTarget } from './file-intake.js';
import { recordReader } from './record-reader.js';

/** Reads the entries of a file in a publisher's own form; calls `after` after each of them. */
export async function takePublished(
  file: string,
  entries: AsyncIterable<PublishedRow>,
  dataSet: DataSet,
  target: IntakeTarget,
  after: () => Promise<void>,
): Promise<void> {
  const read = recordReader(dataSet);
  target.onMatched();
  for await (const { line, record, reason } of entries) {
    const origin = { file, line, text: record === undefined ? '' : csvCell(JSON.stringify(record)) };
    const outcome = record === undefined ? (reason ?? 'is no record') : read(record);
    if (typeof outcome === 'string') target.reject(outcome, origin);
    else target.store(outcome, origin);
    await after();
  }
}
