import { CsvRows } from './csv-rows.js';
import { Lines } from './lines.js';
import { decoded, UNDECODABLE } from './text.js';

/** A row of a CSV file, or a piece of it that is none; lines count from 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; reason: string };

/** The rows of a CSV file as they arrive. */
export async function* csvRows(file: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let ready: CsvRow[] = [];
  const rows = new CsvRows({
    row: (cells, text, line) =>
      ready.push(text.includes(UNDECODABLE) ? { line, reason: 'the text is not UTF-8' } : { line, cells }),
    broken: (reason, _text, line) => ready.push({ line, reason }),
  });
  const lines = new Lines(rows);
  for await (const text of decoded(file as AsyncIterable<Buffer>)) {
    lines.push(text);
    yield* ready;
    ready = [];
  }
  lines.end();
  rows.end();
  yield* ready;
}
