import type pg from 'pg';
import type { DataSet } from '../dataset/data-set.js';
import { columnsOf } from '../dataset/data-set.js';
import type { Gate, Gated } from '../import/gate.js';
import { COMPLETENESS, FEW_ROWS, JUDGE, MANY_ROWS } from './gate.sql.js';
import type { RuleSet } from './quality-rules.js';

/** A finding that ends a unit of work. */
interface Finding {
  ticker?: string;
  date: string;
  rule: string;
  value?: number | null;
  expected?: number | null;
}

/** An answer that a rule with the action `fail` refuses as a whole. */
export class AnswerRefused extends Error {
  constructor(
    message: string,
    /** whether a later answer may be whole */
    readonly isPassing: boolean,
  ) {
    super(message);
  }
}

/** Where the rows of a gate come from. */
export interface GateOrigin {
  source: string;
  run: string;
  actor: string;
  /** the day whose whole market arrives; undefined where single securities do */
  day: string | undefined;
}

interface Judged extends Gated {
  failures: Finding[] | null;
  warnings: Finding[];
}

/** The quality gate of a source's daily quotes; see {@link JUDGE}. */
export class QualityGate implements Gate {
  private readonly columns: readonly string[];
  private readonly settings: string;

  constructor(
    private readonly rules: RuleSet,
    private readonly origin: GateOrigin,
    dataSet: DataSet,
  ) {
    this.columns = columnsOf(dataSet).map((column) => column.name);
    this.settings = JSON.stringify(rules);
  }

  async judge(client: pg.PoolClient): Promise<Gated> {
    await client.query(MANY_ROWS);
    const shortfall = await this.shortfall(client);
    const { source, run, actor } = this.origin;
    const { rows } = await client.query<Judged>(JUDGE, [this.settings, actor, source, run, this.columns]);
    await client.query(FEW_ROWS);
    const { held = 0, warned = 0, failures = null, warnings = null } = rows[0] ?? {};
    if (failures !== null) throw new AnswerRefused(failures.map(textOf).join('; '), false);
    return { held, warned, warnings: [...(shortfall ?? []), ...(warnings ?? [])] };
  }

  /** Whether securities are missing of the day; throws {@link AnswerRefused} where that is a failure. */
  private async shortfall(client: pg.PoolClient): Promise<Finding[] | undefined> {
    const { action, threshold } = this.rules.completeness;
    const { day, actor } = this.origin;
    if (action === 'off' || day === undefined) return undefined;
    const { rows } = await client.query<{ expected: number; present: number }>(COMPLETENESS, [day, actor]);
    const { expected = 0, present = 0 } = rows[0] ?? {};
    if (present >= expected * (threshold ?? 0)) return undefined;
    const finding = { date: day, rule: 'completeness', value: present, expected };
    if (action === 'warn') return [finding];
    throw new AnswerRefused(textOf(finding), true);
  }
}

function textOf({ ticker, date, rule, value, expected }: Finding): string {
  const compared = expected === null || expected === undefined ? '' : `, expected ${expected}`;
  return `${rule}: ${ticker === undefined ? '' : `${ticker} `}${date}${value == null ? '' : `: ${value}`}${compared}`;
}
