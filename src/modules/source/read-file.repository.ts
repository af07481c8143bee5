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

  /** Name under which a source has read this content before. */
  async nameOf(source: string, sha256: string): Promise<string | undefined> {
    const row = await this.database.queryOne<{ name: string }>({
      text: 'SELECT name FROM source_file WHERE source = $1::text AND sha256 = $2::text ORDER BY read_at LIMIT 1',
      values: [source, sha256],
    });
    return row?.name;
  }
}
