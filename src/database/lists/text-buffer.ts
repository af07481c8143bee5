/** Text that is put together piece by piece and taken as UTF-8 bytes. */
export class TextBuffer {
  private written = '';

  /** Adds a text. */
  text(text: string): void {
    this.written += text;
  }

  /** What was written since the last time; the buffer starts anew. */
  take(): Buffer {
    const bytes = Buffer.from(this.written);
    this.written = '';
    return bytes;
  }
}
