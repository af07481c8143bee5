/** Text that is assembled piece by piece and taken as UTF-8 bytes. */
export class TextBuffer {
  private content = '';

  /** Adds a text. */
  text(text: string): void {
    this.content += text;
  }

  /** Returns what was written since the last call, and empties the buffer. */
  take(): Buffer {
    const bytes = Buffer.from(this.content);
    this.content = '';
    return bytes;
  }
}
