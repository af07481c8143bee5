import type { CompanyType, StatementName } from './statement-kinds.js';

const PREFIX = /^(BK|IN|SC)/;
/**
 * Lines of a bank that the forms of other companies have under the same digits. The other digits of a bank stand for
 * lines of its own; forms of insurers and securities companies have all lines that ratios use under those of an
 * ordinary company.
 */
const OF_EVERY_FORM: Readonly<Record<StatementName, ReadonlySet<string>>> = {
  balance_sheet: new Set(['110', '220', '270', '300', '400', '411', '412', '418', '421', '429', '440']),
  income_statement: new Set(['10', '50', '60', '61', '62', '70']),
  cash_flow_direct: new Set(['20', '21', '30', '31', '36', '40', '50', '60', '61', '70']),
  cash_flow_indirect: new Set(['01', '02', '20', '21', '30', '31', '36', '40', '50', '60', '61', '70']),
};

/** Profit after tax of the parent's owners, and with that of the others. */
const [OWNERS_PROFIT, WHOLE_PROFIT] = ['income_statement 61', 'income_statement 60'];

/** The statements of flows, each in its forms. */
const FLOW_STATEMENTS: readonly (readonly StatementName[])[] = [
  ['income_statement'],
  ['cash_flow_indirect', 'cash_flow_direct'],
];

/** Name of a line by which the same line is found in every form: its digits, or its code if only banks have it. */
function lineOf(statement: StatementName, code: string): string {
  const digits = code.replace(PREFIX, '');
  return code.startsWith('BK') && !OF_EVERY_FORM[statement].has(digits) ? code : digits;
}

/** Figures of one company over one span of time by statement and line, whatever form they were reported on. */
export class Items {
  private readonly values = new Map<string, number>();
  /** sums over several spans of lines that not all of them state */
  private readonly partial = new Map<string, number>();
  private readonly statements = new Set<StatementName>();
  /** publication of the newest figure in it, wire form; undefined while it is empty */
  publishedAt: string | undefined;

  /** `companyType`: whose lines the digits stand for */
  constructor(public companyType: CompanyType) {}

  set(statement: StatementName, code: string, value: number, publishedAt: string): void {
    this.values.set(`${statement} ${lineOf(statement, code)}`, value);
    this.statements.add(statement);
    if (this.publishedAt === undefined || publishedAt > this.publishedAt) this.publishedAt = publishedAt;
  }

  /** A balance; null where it is not stated. */
  balance(digits: string): number | null {
    return this.find('balance_sheet', digits);
  }

  /** A balance that forms omit when it is nil: 0 if the balance sheet is stated without it. */
  balanceOrNil(digits: string): number | null {
    return this.balance(digits) ?? (this.statements.has('balance_sheet') ? 0 : null);
  }

  /** A line of the income statement; null where it is not stated. */
  income(digits: string): number | null {
    return this.find('income_statement', digits);
  }

  incomeOrNil(digits: string): number | null {
    return this.income(digits) ?? this.orNil('income_statement', digits);
  }

  /** Profit after tax of the parent's owners; of a span that does not state it, the whole profit. */
  ownersProfit(): number | null {
    const whole = this.income('60');
    const inPart = whole === null ? undefined : this.partial.get(OWNERS_PROFIT);
    return this.income('61') ?? inPart ?? whole;
  }

  /**
   * A line of the cash flow statement, of the indirect one if both state it; null if it is not stated.
   * Codes below 20 mean other lines in the direct one, so they are read only from the indirect one.
   */
  cash(digits: string): number | null {
    const indirect = this.find('cash_flow_indirect', digits);
    return indirect ?? (digits < '20' ? null : this.find('cash_flow_direct', digits));
  }

  cashOrNil(digits: string): number | null {
    const indirect = this.orNil('cash_flow_indirect', digits);
    return this.cash(digits) ?? indirect ?? this.orNil('cash_flow_direct', digits);
  }

  /**
   * Adds up the flows of several spans, each with its sign. A line missing in one span is left out, and counts as nil
   * there only where a missing line does; the profit of the owners is then the whole one, see {@link ownersProfit}. Cash
   * flows add up whichever of its two forms states them in a span.
   */
  static sumOfFlows(companyType: CompanyType, spans: readonly { items: Items; sign: 1 | -1 }[]): Items {
    const sum = new Items(companyType);
    const [first] = spans;
    if (first === undefined) return sum;
    const publishedAt = newest(spans.map(({ items }) => items.publishedAt)) ?? '';
    const flows = spans.map(({ items, sign }) => {
      const values = items.flows();
      return { sign, values, known: new Map([...items.partial, ...values]) };
    });
    for (const key of new Set(flows.flatMap(({ known }) => [...known.keys()]))) {
      const [statement, line] = key.split(' ') as [StatementName, string];
      const ofSpan = (known: ReadonlyMap<string, number>) =>
        known.get(key) ?? (key === OWNERS_PROFIT ? known.get(WHOLE_PROFIT) : undefined) ?? 0;
      const total = flows.reduce((all, { known, sign }) => all + sign * ofSpan(known), 0);
      if (flows.every(({ values }) => values.has(key))) sum.set(statement, line, total, publishedAt);
      else sum.partial.set(key, total);
    }
    return sum;
  }

  /** Returns the same figures, with the balances of `other` if they include no balances. */
  withBalancesOf(other: Items): Items {
    if (this.statements.has('balance_sheet')) return this;
    return this.with(other, new Set(['balance_sheet']));
  }

  /**
   * Returns the same figures, with the flows of others for the income statement or the cash flow statement, in either of
   * its forms, if that is not among them.
   */
  withFlowsOf(find: () => Items | undefined): Items {
    const missing = FLOW_STATEMENTS.filter((forms) => !forms.some((form) => this.statements.has(form)));
    const others = missing.length > 0 ? find() : undefined;
    return others === undefined ? this : this.with(others, new Set(missing.flat()));
  }

  /** Returns the same figures, with the profit of the parent's owners of others if not all spans state it. */
  withOwnersProfitOf(find: () => Items | undefined): Items {
    if (this.income('61') !== null || this.income('60') === null) return this;
    const others = find();
    const profit = others?.income('61') ?? null;
    if (profit === null) return this;
    const combined = this.with(this, new Set());
    combined.set('income_statement', '61', profit, others?.publishedAt ?? '');
    return combined;
  }

  /** Returns the same figures, with other ones for some of the statements. */
  private with(others: Items, replaced: ReadonlySet<StatementName>): Items {
    const combined = new Items(this.companyType);
    for (const [items, isOther] of [
      [this, false],
      [others, true],
    ] as const) {
      const isTaken = (statement: StatementName) => replaced.has(statement) === isOther;
      for (const [key, value] of items.values) {
        const [statement, code] = key.split(' ') as [StatementName, string];
        if (isTaken(statement)) combined.set(statement, code, value, items.publishedAt ?? '');
      }
      for (const [key, value] of items.partial) {
        if (isTaken(key.split(' ')[0] as StatementName)) combined.partial.set(key, value);
      }
    }
    return combined;
  }

  /** Figures of all statements but the balance sheet; those of cash flow under the indirect one, as {@link cash} reads them. */
  private flows(): ReadonlyMap<string, number> {
    const flows = new Map<string, number>();
    for (const [key, value] of this.values) {
      const [statement, line] = key.split(' ') as [StatementName, string];
      if (statement === 'balance_sheet') continue;
      const indirect = `cash_flow_indirect ${line}`;
      if (statement !== 'cash_flow_direct') flows.set(key, value);
      else if (line >= '20' && !this.values.has(indirect)) flows.set(indirect, value);
    }
    return flows;
  }

  private find(statement: StatementName, digits: string): number | null {
    return this.values.get(this.keyOf(statement, digits)) ?? null;
  }

  /** A line that its statement lacks, in some or all spans: nil there; null without the statement. */
  private orNil(statement: StatementName, digits: string): number | null {
    return this.statements.has(statement) ? (this.partial.get(this.keyOf(statement, digits)) ?? 0) : null;
  }

  private keyOf(statement: StatementName, digits: string): string {
    return `${statement} ${lineOf(statement, this.companyType === 'bank' ? `BK${digits}` : digits)}`;
  }
}

/** The latest of several instants in wire form. */
export function newest(instants: readonly (string | undefined)[]): string | undefined {
  return instants.reduce((latest, each) => ((each ?? '') > (latest ?? '') ? each : latest), undefined);
}
