import { copyText } from '../../database/copy-text.js';
import { recordId } from '../../database/records/record-id.js';
import type { Part } from './gate.js';
import { PackedText } from './packed-text.js';

/** Where a row comes from. */
export interface Origin {
  file: string;
  /** in the file, from 1, at which the row begins */
  line: number;
  /** the row as written to the rejects file */
  text: string;
}

/** A row that is not stored, and why. */
export interface Reject extends Origin {
  reason: string;
}

/** Rows of one file that were packed together. */
interface Block {
  file: string;
  /** number of the first row, and of the row after the last */
  first: number;
  end: number;
  /** identifier of the first row */
  firstId: string;
  /** byte range in the packed COPY text */
  values: { from: number; to: number };
  /** byte range in the packed row texts */
  texts: { from: number; to: number };
}

/** Rows per block: enough for cheap packing. */
const BLOCK = 1024;
/** Length of a typical row, characters. */
const USUAL_ROW = 64;
/** Usual limit of the text of a batch, characters: rows may be long, memory is limited. */
const LARGEST_TEXT = 8 * 1024 * 1024;

/**
 * Rows to be stored in one transaction, and the rejected ones among them. Rows are numbered from 0 and kept
 * packed: as objects, tens of thousands of them cost more time in garbage collection, and more memory, than
 * everything else. A batch is reused after {@link clear}.
 */
export class Batch {
  rejects: Reject[] = [];
  /** identifiers given to the first and the last row */
  firstId = '';
  lastId = '';
  private readonly values: PackedText;
  private readonly texts: PackedText;
  private readonly lines: Uint32Array;
  /** end of each row's text within its block's, characters */
  private readonly ends: Uint32Array;
  private blocks: Block[] = [];
  private decoded: { block: Block; texts: string } | undefined;
  private rows = 0;
  private length = 0;
  // The block being filled.
  private file = '';
  private first = 0;
  private blockId = '';
  private newValues = '';
  private newTexts = '';

  /** `size`: rows in a full batch; `most`: the most text in one, characters. */
  constructor(
    private readonly size: number,
    private readonly most = LARGEST_TEXT,
  ) {
    const room = Math.min(size, BLOCK) * USUAL_ROW;
    this.values = new PackedText(room);
    this.texts = new PackedText(room);
    this.lines = new Uint32Array(size);
    this.ends = new Uint32Array(size);
  }

  /** valid rows */
  get count(): number {
    return this.rows;
  }

  /** rows read into this batch, valid or not */
  get read(): number {
    return this.rows + this.rejects.length;
  }

  get isFull(): boolean {
    return this.read >= this.size || this.length >= this.most;
  }

  /** Adds a valid row, given as its column values. */
  add(values: readonly unknown[], { file, line, text }: Origin): void {
    if (this.rows - this.first >= BLOCK || file !== this.file) {
      this.pack();
      this.file = file;
    }
    const id = recordId();
    if (this.rows === 0) this.firstId = id;
    if (this.rows === this.first) this.blockId = id;
    this.lastId = id;
    for (const value of values) this.newValues += `${copyText(value)}\t`;
    this.newValues += `${id}\n`;
    this.newTexts += text;
    this.lines[this.rows] = line;
    this.ends[this.rows] = this.newTexts.length;
    this.length += text.length;
    this.rows++;
  }

  reject(row: Reject): void {
    this.rejects.push(row);
    this.length += row.text.length;
  }

  /** COPY text of the rows from `from` up to but excluding `to`: their values, and the identifier given to each. */
  *copyTexts(from = 0, to = this.rows): Generator<Buffer> {
    this.pack();
    for (const { first, end, values } of this.blocks) {
      const bytes = this.values.slice(values.from, values.to);
      if (from <= first && end <= to) yield bytes;
      else if (first < to && from < end) {
        const rows = bytes.toString().split('\n');
        yield Buffer.from(`${rows.slice(Math.max(from - first, 0), Math.min(to, end) - first).join('\n')}\n`);
      }
    }
  }

  /** COPY text of all rows, with the same further values appended to each. */
  *copyTextsWith(values: readonly unknown[]): Generator<Buffer> {
    const suffix = values.map((value) => `\t${copyText(value)}`).join('');
    // One character per byte: nothing is decoded.
    const end = `${Buffer.from(suffix).toString('latin1')}\n`;
    for (const bytes of this.copyTexts()) {
      // A function, because `$` is special in a replacement string.
      yield Buffer.from(
        bytes.toString('latin1').replaceAll('\n', () => end),
        'latin1',
      );
    }
  }

  /** Where the rows of each file begin, among those from `from` up to but excluding `to`. */
  parts(from: number, to: number): Part[] {
    this.pack();
    const parts: Part[] = [];
    for (const { file, first, end, firstId } of this.blocks) {
      if (first >= to || end <= from || parts.at(-1)?.file === file) continue;
      parts.push({ file, from: Math.max(first, from), firstId });
    }
    return parts;
  }

  /** Where the row with a number comes from. */
  origin(number: number): Origin {
    this.pack();
    const block = this.blocks.findLast(({ first }) => first <= number);
    if (block === undefined) throw new RangeError(`No row ${number}`);
    const text = this.textsOf(block).slice(
      number === block.first ? 0 : this.ends[number - 1],
      this.ends[number],
    );
    return { file: block.file, line: this.lines[number] ?? 0, text };
  }

  /** Texts of a block's rows, decoded once for consecutive requests. */
  private textsOf(block: Block): string {
    if (this.decoded?.block !== block) {
      const texts = this.texts.slice(block.texts.from, block.texts.to).toString();
      this.decoded = { block, texts };
    }
    return this.decoded.texts;
  }

  /** Empties the batch for reuse. */
  clear(): void {
    this.rejects = [];
    this.blocks = [];
    this.decoded = undefined;
    this.values.clear();
    this.texts.clear();
    this.rows = 0;
    this.first = 0;
    this.length = 0;
    this.newValues = '';
    this.newTexts = '';
  }

  /** Closes the block being filled, if any. */
  private pack(): void {
    if (this.first === this.rows) return;
    const [values, texts] = [this.values.length, this.texts.length];
    this.values.append(this.newValues);
    this.texts.append(this.newTexts);
    this.blocks.push({
      file: this.file,
      first: this.first,
      end: this.rows,
      firstId: this.blockId,
      values: { from: values, to: this.values.length },
      texts: { from: texts, to: this.texts.length },
    });
    this.first = this.rows;
    this.newValues = '';
    this.newTexts = '';
  }
}
