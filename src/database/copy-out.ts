import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { Gathering } from './citus/gathering.js';
import { STATEMENT_LIMIT } from './connection/connection.js';
import { copyRows } from './copy-streams.js';
import { arrayLiteral } from './sql.js';
import type { Statement } from './statement.js';

/** Row format of a stream. */
export type StreamFormat = 'csv' | 'ndjson';

/**
 * Begins a transaction on a connection and a COPY of a SELECT in it; resolves once its first bytes have arrived.
 * Releases the connection on failure. COPY takes no bind parameters, and no SQL text ever contains a literal of a
 * request. `gathering`: when the connection is to a cluster.
 */
export async function openCopy(
  client: pg.PoolClient,
  statement: Statement,
  format: StreamFormat,
  gathering?: Gathering,
): Promise<Readable> {
  try {
    const mode = gathering === undefined ? 'READ ONLY' : 'READ WRITE';
    // The rows may take long, but a lock on their table no longer than any statement may wait.
    await client.query(`BEGIN ${mode}; SET LOCAL lock_timeout = ${STATEMENT_LIMIT}`);
    // Nodes of a cluster do not see each other's settings: all tables read are gathered on one, reference tables too.
    await gathering?.gather(client, statement, { all: true });
    const select = await withSettings(client, statement);
    const rows = copyRows(client, copyStatement(select, format));
    // A failing statement is reported before the answer begins: a broken pipeline closes its sink.
    await once(rows, 'readable');
    return rows;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** Binds the values to settings of the transaction, from which the statement reads them. */
async function withSettings(client: pg.PoolClient, { text, values }: Statement): Promise<string> {
  for (const [index, value] of values.entries()) {
    await client.query('SELECT set_config($1, $2, true)', [`mds.p${index + 1}`, settingText(value)]);
  }
  return text.replaceAll(/\$(\d+)/g, "current_setting('mds.p$1')");
}

function copyStatement(select: string, format: StreamFormat): string {
  if (format === 'csv') return `COPY (${select}) TO STDOUT WITH (FORMAT csv, HEADER)`;
  // JSON text holds no control characters, so these quote and delimiter bytes never occur and each row is sent exactly
  // as PostgreSQL made it.
  return `COPY (SELECT row_to_json(line) FROM (${select}) line) TO STDOUT WITH (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')`;
}

/** A bound value as the text of a setting; lists as PostgreSQL array literals. */
function settingText(value: unknown): string {
  return Array.isArray(value) ? arrayLiteral(value) : String(value);
}
