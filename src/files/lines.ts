/** Longest line, and longest row of several lines, characters. */
export const LONGEST = 256 * 1024;
/** How much is kept of a line that is too long, characters. */
const EXCERPT = 1000;

/** Receives lines, which count from 1. */
export interface LineSink {
  /** a line as it is, without its line feed, even if it is empty */
  line(text: string, line: number): void;
  /** the beginning of a line longer than {@link LONGEST} */
  overlong(text: string, line: number): void;
}

/** Splits text into lines as it arrives, in bounded memory: lines that are too long are cut, their rest skipped. */
export class Lines {
  private rest = '';
  private number = 1;
  /** inside a line that was reported as too long */
  private isPassing = false;

  constructor(private readonly sink: LineSink) {}

  /** Takes the next piece of the text, cut anywhere. */
  push(piece: string): void {
    const text = this.rest === '' ? piece : this.rest + piece;
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.passLine(text, from, end);
      this.isPassing = false;
      this.number++;
      from = end + 1;
    }
    if (this.isPassing) this.rest = '';
    else if (text.length - from <= LONGEST) this.rest = text.slice(from);
    else {
      this.passLine(text, from, text.length);
      this.isPassing = true;
      this.rest = '';
    }
  }

  /** Marks the text as complete. */
  end(): void {
    if (this.rest !== '') this.passLine(this.rest, 0, this.rest.length);
    this.rest = '';
  }

  private passLine(text: string, from: number, end: number): void {
    if (this.isPassing) return;
    if (end - from <= LONGEST) this.sink.line(text.slice(from, end), this.number);
    else this.sink.overlong(text.slice(from, from + EXCERPT), this.number);
  }
}
