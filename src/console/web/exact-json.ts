/** A number with its digits as written, which JavaScript would round or format differently. */
export class ExactNumber {
  constructor(readonly digits: string) {}

  toString(): string {
    return this.digits;
  }

  /** A string whose quotes {@link writeExactly} removes. */
  toJSON(): string {
    return MARK + this.digits;
  }
}

/** Precedes the digits of a number: no database text contains it. */
const MARK = '\u0000';
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** A string, which is skipped, or a number. An unterminated string matches as a whole, so that not each of its quotes is tried. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** Reads JSON. Numbers that JavaScript would print differently (64 bits, `1.50`) become {@link ExactNumber}s. */
export function readExactly(json: string): unknown {
  const withMarks = json.replace(TOKENS, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(withMarks, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? new ExactNumber(value.slice(1)) : value,
  );
}

/** Writes JSON, {@link ExactNumber}s with their own digits; `indent` puts each value on its own line. */
export function writeExactly(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(/"\\u0000(-?[\d.eE+-]+)"/g, '$1');
}

/** A number as typed, digit by digit; undefined if it is not a JSON number. */
export function exactNumber(text: string): ExactNumber | undefined {
  return NUMBER.test(text) ? new ExactNumber(text) : undefined;
}
