/** Text kept as UTF-8 outside of the JavaScript heap, in memory that is used again after {@link clear}. */
export class PackedText {
  private bytes: Buffer;
  private used = 0;

  /** `room`: bytes to begin with. */
  constructor(room: number) {
    this.bytes = Buffer.allocUnsafeSlow(room);
  }

  /** Bytes held: where the next text begins. */
  get length(): number {
    return this.used;
  }

  append(text: string): void {
    const most = this.used + text.length * 3; // UTF-8 has at most three bytes for a UTF-16 unit
    if (most > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    this.used += this.bytes.write(text, this.used);
  }

  /** The bytes of a range, not copied: good until {@link clear}. */
  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from, to);
  }

  clear(): void {
    this.used = 0;
  }
}
