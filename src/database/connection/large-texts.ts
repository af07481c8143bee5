import { EventEmitter } from 'node:events';
import pg from 'pg';

/** Smallest text that is not decoded, bytes. */
const LARGE = 4096;
/** A message's head: its type, one byte, and its length without that, four. */
const HEAD = 5;
const LENGTH_BYTES = 4;
/** Type of the messages that hold a row. */
const DATA_ROW = 'D'.charCodeAt(0);
/** Length that marks a null value. */
const NULL = -1;
const TEXT_TYPE: number = pg.types.builtins.TEXT;

/** Type parsers of a statement that takes large texts as bytes. */
export const LARGE_AS_BYTES: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    type === TEXT_TYPE ? identity : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};

/** The part of pg's connection that its types leave out. */
interface Connection extends EventEmitter {
  /** reads the messages of a server from its `data` events and emits each */
  attachListeners(stream: EventEmitter): void;
}

/** A client whose large texts reach the type parsers as bytes; parsers of texts make strings of them. */
export function clientOfLargeTexts(Client: typeof pg.Client = pg.Client): typeof pg.Client {
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const { connection } = this as unknown as { connection: Connection };
      const attach = connection.attachListeners.bind(connection);
      connection.attachListeners = (stream) => {
        const messages = new Messages(connection);
        attach(messages.others);
        stream.on('data', (bytes: Buffer) => messages.read(bytes));
        stream.on('end', () => messages.others.emit('end'));
      };
    }
  };
}

/**
 * A server's messages, in front of pg's own reader: a large row is assembled here, its bytes copied at most once, and
 * everything else is passed on. pg's reader would copy the row again for each piece that arrives, and decode it.
 */
class Messages {
  /** emits the bytes of the other messages as `data` */
  readonly others = new EventEmitter();
  /** column types of the statement whose rows are arriving */
  private types: readonly number[] = [];
  /** bytes still to come of a message that is passed on */
  private bytesLeft = 0;
  /** start of a message, shorter than a head */
  private beginning: Buffer | undefined;
  /** an incomplete large row, and how many of its bytes have arrived */
  private row: Buffer | undefined;
  private textLength = 0;

  constructor(private readonly connection: Connection) {
    connection.on('rowDescription', ({ fields }: { fields: readonly pg.FieldDef[] }) => {
      this.types = fields.map(({ dataTypeID }) => dataTypeID);
    });
  }

  /** Takes the next bytes from the server. */
  read(next: Buffer): void {
    const bytes = this.beginning === undefined ? next : Buffer.concat([this.beginning, next]);
    this.beginning = undefined;
    let at = this.row === undefined ? 0 : this.fill(this.row, bytes);
    /** start of the bytes not passed on yet */
    let from = at;
    while (at < bytes.length) {
      if (this.bytesLeft > 0) {
        const count = Math.min(this.bytesLeft, bytes.length - at);
        this.bytesLeft -= count;
        at += count;
        continue;
      }
      if (bytes.length - at < HEAD) {
        this.beginning = bytes.subarray(at);
        break;
      }
      const length = bytes.readUInt32BE(at + 1) - LENGTH_BYTES;
      if (bytes[at] !== DATA_ROW || length < LARGE) {
        this.bytesLeft = HEAD + length;
        continue;
      }
      this.passOn(bytes.subarray(from, at));
      at += HEAD;
      if (bytes.length - at >= length) this.emitRow(bytes.subarray(at, at + length));
      else {
        this.row = Buffer.allocUnsafe(length);
        this.textLength = 0;
        this.fill(this.row, bytes.subarray(at));
      }
      at = Math.min(at + length, bytes.length);
      from = at;
    }
    this.passOn(bytes.subarray(from, at));
  }

  /** Copies the next bytes into the row; emits it once complete. Returns how many belonged to it. */
  private fill(row: Buffer, bytes: Buffer): number {
    const count = bytes.copy(row, this.textLength);
    this.textLength += count;
    if (this.textLength === row.length) {
      this.row = undefined;
      this.emitRow(row);
    }
    return count;
  }

  private passOn(bytes: Buffer): void {
    if (bytes.length > 0) this.others.emit('data', bytes);
  }

  /** Emits a row as pg's reader does, except for its large texts. */
  private emitRow(row: Buffer): void {
    const fields: (string | Buffer | null)[] = [];
    let at = Int16Array.BYTES_PER_ELEMENT; // after the number of values
    while (at < row.length) {
      const length = row.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length === NULL) {
        fields.push(null);
        continue;
      }
      const value = row.subarray(at, at + length);
      const isKept = length >= LARGE && this.types[fields.length] === TEXT_TYPE;
      fields.push(isKept ? value : value.toString());
      at += length;
    }
    this.connection.emit('dataRow', { name: 'dataRow', length: row.length + LENGTH_BYTES, fields });
  }
}

const identity = <Value>(value: Value) => value;
