import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { FoundFile } from './feed/file-store.js';

/** SQL for the files that sources have read; the unit ledger writes them. */
@Injectable()
export class ReadFileRepository {
  constructor(private readonly database: Database) {}

  /** Files that a source has read, in their state at that time. */
  async filesRead(source: string): Promise<FoundFile[]> {
    const rows = await this.database.query<{ name: string; size: string; modified_at: Date }>({
      text: 'SELECT name, size, modified_at FROM source_file WHERE source = $1::text',
      values: [source],
    });
    return rows.map(({ name, size, modified_at }) => ({ name, size: Number(size), modified: modified_at }));
  }

  /**
   * Name of the file that a source has read last, if it has this content and the run has no earlier unit to store:
   * the values of any file read in between may have replaced those of an earlier one.
   */
  async nameOfLast(
    source: string,
    sha256: string,
    { run, unit }: { run: string; unit: number },
  ): Promise<string | undefined> {
    const row = await this.database.queryOne<{ name: string }>({
      text: `SELECT last.name FROM (
               SELECT name, sha256 FROM source_file WHERE source = $1::text ORDER BY read_at DESC LIMIT 1) last
             WHERE last.sha256 = $2::text AND NOT EXISTS (
               SELECT FROM source_unit u WHERE u.run_id = $3::uuid AND u.number < $4::int AND u.state = 'waiting')`,
      values: [source, sha256, run, unit],
    });
    return row?.name;
  }
}
