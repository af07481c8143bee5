import { createHash } from 'node:crypto';
import pg from 'pg';
import { copyRows } from '../../database/copy-streams.js';
import { LEVEL_TABLE } from '../../database/servers/with-client.js';

/** A table as it is copied. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** columns of the primary key, texts by their bytes: the order of the rows, the same in every database */
  key: string[];
}

/**
 * Tables that no backup contains: answers of sources are kept for days only, and may be as large as all data; a table
 * that `npm run distribute` makes exists in a cluster only.
 */
const LEFT_OUT = [LEVEL_TABLE, 'source_payload', 'source_payload_part', 'cluster_commit'];

/** Every table with its columns except generated ones, referenced tables before those that refer to them. */
export async function tablesOf(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { needs: string[] }>(`
    SELECT c.relname AS name,
      ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
            ORDER BY a.attnum) AS columns,
      ARRAY(SELECT quote_ident(a.attname) || CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END
            FROM pg_index i
            CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(attnum, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS key,
      ARRAY(SELECT f.confrelid::regclass::text FROM pg_constraint f
            WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ('{${LEFT_OUT.join(',')}}')
    ORDER BY c.relname`);
  const sorted: CopiedTable[] = [];
  const place = (table: (typeof rows)[number]): void => {
    if (sorted.some(({ name }) => name === table.name)) return;
    const { needs, ...copied } = table;
    for (const dependency of rows.filter(({ name }) => needs.includes(name))) place(dependency);
    sorted.push(copied);
  };
  for (const table of rows) place(table);
  return sorted;
}

/** The rows of a table as COPY text in the order of its key, with their number, length and digest so far. */
export class TableRows {
  rows = 0;
  bytes = 0;
  private readonly hash = createHash('sha256');

  constructor(
    private readonly client: pg.Client,
    private readonly table: CopiedTable,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const { name, columns, key } = this.table;
    const order = (key.length > 0 ? key : columns).join(', ');
    const copy = copyRows(
      this.client,
      `COPY (SELECT ${columns.join(', ')} FROM "${name}" ORDER BY ${order}) TO STDOUT`,
    );
    for await (const piece of copy) {
      this.hash.update(piece as Buffer);
      this.bytes += (piece as Buffer).length;
      yield piece as Buffer;
    }
    this.rows = copy.rowCount;
  }

  /** SHA-256 of everything, hexadecimal; to be called once, at the end. */
  digest(): string {
    return this.hash.digest('hex');
  }
}
