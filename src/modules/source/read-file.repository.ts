import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { FoundFile } from './feed/file-store.js';

/** SQL condition that the run `r` read a file for a data set: nothing of what it read for another one is stored there. */
const isFor = (dataSet: string) => `coalesce(r.declaration ->> 'data_set', ${dataSet}) = ${dataSet}`;

/** SQL for the files that sources have read; the unit ledger writes them. */
@Injectable()
export class ReadFileRepository {
  constructor(private readonly database: Database) {}

  /** Files that a source has read for a data set, in their state at that time. */
  async filesRead(source: string, dataSet: string): Promise<FoundFile[]> {
    const rows = await this.database.query<{ name: string; size: string; modified_at: Date }>({
      text: `SELECT f.name, f.size, f.modified_at FROM source_file f LEFT JOIN source_run r ON r.id = f.run_id
             WHERE f.source = $1::text AND ${isFor('$2::text')}`,
      values: [source, dataSet],
    });
    return rows.map(({ name, size, modified_at }) => ({ name, size: Number(size), modified: modified_at }));
  }

  /**
   * Name of the file that a source has read last, if it has this content, was read for this data set, and the run has no
   * earlier unit to store: the values of any file read in between may have replaced those of an earlier one.
   */
  async nameOfLast(
    source: string,
    sha256: string,
    { run, unit, dataSet }: { run: string; unit: number; dataSet: string },
  ): Promise<string | undefined> {
    const row = await this.database.queryOne<{ name: string }>({
      text: `SELECT f.name FROM (
               SELECT name, sha256, run_id FROM source_file WHERE source = $1::text ORDER BY read_at DESC LIMIT 1) f
             LEFT JOIN source_run r ON r.id = f.run_id
             WHERE f.sha256 = $2::text AND ${isFor('$5::text')} AND NOT EXISTS (
               SELECT FROM source_unit u WHERE u.run_id = $3::uuid AND u.number < $4::int AND u.state = 'waiting')`,
      values: [source, sha256, run, unit, dataSet],
    });
    return row?.name;
  }
}
