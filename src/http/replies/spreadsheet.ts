import { once } from 'node:events';
import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const APOSTROPHE = Buffer.from("'");
const [QUOTE, COMMA, LF, MINUS] = [0x22, 0x2c, 0x0a, 0x2d];
/** Bytes that make a spreadsheet take a cell for a formula, or that it drops to find one: = + - @ tab CR. */
const DANGEROUS = bytesOf('=+-@\t\r');
/** Bytes of a number as lists write it; the length of a longer cell shows that it is not one. */
const NUMERIC = bytesOf('0123456789.eE+-');
const LONGEST_NUMBER = 32;
const NUMBER = /^-\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Where the next byte is. */
type Place = 'start' | 'opened' | 'quoted' | 'plain';

/**
 * CSV (RFC 4180) that a spreadsheet may open without running formulas that were written into it: a byte order mark in
 * front, which makes it read UTF-8, and an apostrophe before the text of each cell that it would take for a formula.
 * Cells that are numbers stay numbers.
 */
class SpreadsheetCells extends Transform {
  private place: Place = 'start';
  /** beginning of a cell that may be a negative number, whose end has not arrived yet */
  private rest: Buffer = Buffer.alloc(0);
  private hasMark = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.mark();
    this.guard(this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]), false);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.mark();
    this.guard(this.rest, true);
    done();
  }

  private mark(): void {
    if (!this.hasMark) this.push(BYTE_ORDER_MARK);
    this.hasMark = true;
  }

  /** Passes on a piece with its apostrophes, up to a cell whose kind is not known yet. */
  private guard(piece: Buffer, isLast: boolean): void {
    let from = 0;
    let at = 0;
    this.rest = Buffer.alloc(0);
    for (; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (this.place === 'plain' || this.place === 'quoted') {
        this.place = placeAfter(this.place, byte);
        continue;
      }
      if (this.place === 'start' && byte === MINUS) {
        const end = endOfNumber(piece, at);
        if (end === piece.length && end - at <= LONGEST_NUMBER && !isLast) {
          this.rest = piece.subarray(at);
          break;
        }
        if (isNumber(piece, at, end)) {
          this.place = 'plain';
          continue;
        }
      }
      if (DANGEROUS[byte]) {
        if (at > from) this.push(piece.subarray(from, at));
        this.push(APOSTROPHE);
        from = at;
      }
      this.place = placeAfter(this.place, byte);
    }
    if (at > from) this.push(piece.subarray(from, at));
  }
}

/** The place after a byte. A doubled quote ends a quoted cell and opens it again, which comes to the same. */
function placeAfter(place: Place, byte: number): Place {
  if (place === 'opened' || place === 'quoted') return byte === QUOTE ? 'plain' : 'quoted';
  if (byte === COMMA || byte === LF) return 'start';
  if (byte === QUOTE) return place === 'start' ? 'opened' : 'quoted';
  return 'plain';
}

function endOfNumber(piece: Buffer, from: number): number {
  let end = from;
  while (end < piece.length && NUMERIC[piece[end] as number]) end++;
  return end;
}

function isNumber(piece: Buffer, from: number, end: number): boolean {
  const isWhole = end === piece.length || piece[end] === COMMA || piece[end] === LF;
  return isWhole && end - from <= LONGEST_NUMBER && NUMBER.test(piece.toString('latin1', from, end));
}

/** Which bytes a text contains. */
function bytesOf(text: string): Uint8Array {
  const has = new Uint8Array(256);
  for (const byte of Buffer.from(text)) has[byte] = 1;
  return has;
}

/**
 * Writes CSV into `sink` with its cells guarded. The sink is not touched until the first bytes are there: an earlier
 * failure can still be answered differently.
 */
export async function guardCells(write: (sink: Writable) => Promise<void>, sink: Writable): Promise<void> {
  const cells = new SpreadsheetCells();
  const sending = once(cells, 'readable').then(() => pipeline(cells, sink));
  try {
    await Promise.all([write(cells), sending]);
  } finally {
    cells.destroy();
  }
}
