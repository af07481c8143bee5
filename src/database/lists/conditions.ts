/** Conditions of one WHERE clause with their bound values; written as SQL, numbered as they come. */
export class Conditions {
  readonly values: unknown[];
  private readonly parts: string[] = [];

  /** `bound`: values that the statement uses already, before these conditions. */
  constructor(bound: readonly unknown[] = []) {
    this.values = [...bound];
  }

  /** Adds `text` with each `?` standing for the next value; a `?` needs its type: `date >= ?::date`. */
  add(text: string, ...values: unknown[]): this {
    let next = 0;
    this.parts.push(
      text.replaceAll('?', () => {
        this.values.push(values[next++]);
        return `$${this.values.length}`;
      }),
    );
    return this;
  }

  /** Adds the condition only when the value is given. */
  when(value: unknown, text: string): this {
    return value === undefined ? this : this.add(text, value);
  }

  /** The conditions so far with their values, unchanged by later ones. */
  snapshot(): { where: string; values: unknown[] } {
    return { where: this.where, values: [...this.values] };
  }

  /** ` WHERE a AND b`, or nothing. */
  get where(): string {
    return this.parts.length === 0 ? '' : ` WHERE ${this.parts.join(' AND ')}`;
  }
}
