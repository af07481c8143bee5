import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The rows of a COPY … TO STDOUT on a connection, and their number at the end. */
export function copyRows(client: pg.ClientBase, text: string): Readable & { rowCount: number } {
  return withoutLateErrors(client.query(copyTo(text)));
}

/** Opens a COPY … FROM STDIN on a connection. */
export function copyInto(client: pg.ClientBase, table: string, columns: readonly string[]): Writable {
  return withoutLateErrors(client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)));
}

/**
 * Those who read or write a stream listen to its errors for as long as they do. One that comes afterwards, such as the
 * end of a connection that was closed because a reader left, has no listener, and would end the process.
 */
function withoutLateErrors<Stream extends Readable | Writable>(stream: Stream): Stream {
  stream.on('error', () => undefined);
  return stream;
}
