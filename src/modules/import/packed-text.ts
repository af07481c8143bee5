/** Text kept as UTF-8 outside the JavaScript heap, in memory that is reused after {@link clear}. */
export class PackedText {
  private bytes: Buffer;
  private usedBytes = 0;

  /** `room`: initial capacity, bytes. */
  constructor(room: number) {
    this.bytes = Buffer.allocUnsafeSlow(room);
  }

  /** Bytes held, which is where the next text begins. */
  get length(): number {
    return this.usedBytes;
  }

  append(text: string): void {
    const most = this.usedBytes + text.length * 3; // UTF-8 has at most three bytes per UTF-16 unit
    if (most > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.usedBytes);
      this.bytes = larger;
    }
    this.usedBytes += this.bytes.write(text, this.usedBytes);
  }

  /** The bytes of a range, not copied: valid until {@link clear}. */
  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from, to);
  }

  clear(): void {
    this.usedBytes = 0;
  }
}
