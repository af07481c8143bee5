/** Room of a new buffer, bytes. */
const ROOM = 128 * 1024;

/** Text that is put together as UTF-8 bytes, without strings in between; grows as it is written. */
export class TextBuffer {
  private bytes = Buffer.allocUnsafe(ROOM);
  private length = 0;

  /** Adds a text. */
  text(text: string): void {
    this.reserve(3 * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  /** Adds a text that was encoded before, as one that comes again and again should be. */
  encoded(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    const target = this.bytes;
    const from = this.length;
    // For the few bytes of a name a loop is faster than a call.
    for (let index = 0; index < bytes.length; index++) target[from + index] = bytes[index] as number;
    this.length = from + bytes.length;
  }

  /** Adds a finite number in full, as `String` writes it. */
  number(value: number): void {
    const text = String(value);
    this.reserve(text.length);
    // ASCII, byte by byte: faster than the call that encodes any text.
    for (let index = 0; index < text.length; index++) this.bytes[this.length++] = text.charCodeAt(index);
  }

  /** What was written since the last time; the buffer starts anew. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
