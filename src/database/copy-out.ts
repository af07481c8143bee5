import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { arrayLiteral } from './sql.js';

/** Row format of a stream. */
export type StreamFormat = 'csv' | 'ndjson';

/**
 * Begins a read-only transaction on a connection and in it a COPY of a SELECT; resolves when its first bytes are
 * there. Releases the connection when that fails.
 *
 * COPY takes no bind parameters, so the values travel bound into transaction-local settings and the statement reads
 * them from there: no literal of a request ever stands in an SQL text.
 */
export async function openCopy(
  client: pg.PoolClient,
  statement: { text: string; values: readonly unknown[] },
  format: StreamFormat,
): Promise<Readable> {
  try {
    await client.query('BEGIN READ ONLY');
    for (const [index, value] of statement.values.entries()) {
      await client.query('SELECT set_config($1, $2, true)', [`mds.p${index + 1}`, settingText(value)]);
    }
    const select = statement.text.replaceAll(/\$(\d+)/g, "current_setting('mds.p$1')");
    const rows = client.query(copyTo(copyStatement(select, format)));
    // A statement that fails is reported while the answer has not begun: a broken pipeline closes its sink.
    await once(rows, 'readable');
    return rows;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

function copyStatement(select: string, format: StreamFormat): string {
  if (format === 'csv') return `COPY (${select}) TO STDOUT WITH (FORMAT csv, HEADER)`;
  // JSON text holds no control characters, so these quote and delimiter bytes never occur and each row
  // leaves exactly as PostgreSQL made it.
  return `COPY (SELECT row_to_json(line) FROM (${select}) line) TO STDOUT WITH (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')`;
}

/** A bound value as the text of a setting; lists as PostgreSQL array literals. */
function settingText(value: unknown): string {
  return Array.isArray(value) ? arrayLiteral(value) : String(value);
}
