/** A number with its digits as they were written, which JavaScript would round or write otherwise. */
export class ExactNumber {
  constructor(readonly digits: string) {}

  toString(): string {
    return this.digits;
  }

  /** As text that {@link writeExactly} takes the quotes from. */
  toJSON(): string {
    return MARK + this.digits;
  }
}

/** Before the digits of a number: no text of a database holds it. */
const MARK = '\u0000';
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** A text, which is passed over, or a number. A text without an end is taken whole, or each of its quotes would be tried. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** Reads JSON. Numbers whose text is not that of the same number of JavaScript, as of 64 bits or `1.50`, become {@link ExactNumber}s. */
export function readExactly(json: string): unknown {
  const marked = json.replace(TOKENS, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? new ExactNumber(value.slice(1)) : value,
  );
}

/** Writes JSON, {@link ExactNumber}s with their own digits; `indent` puts each value on a line of its own. */
export function writeExactly(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(/"\\u0000(-?[\d.eE+-]+)"/g, '$1');
}

/** A number as it was typed, digit by digit; undefined for what is no number of JSON. */
export function exactNumber(text: string): ExactNumber | undefined {
  return NUMBER.test(text) ? new ExactNumber(text) : undefined;
}
