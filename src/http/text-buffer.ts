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
