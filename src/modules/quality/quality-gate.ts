import type pg from 'pg';
import type { DataSet } from '../dataset/data-set.js';
import { columnsOf } from '../dataset/data-set.js';
import type { Gate, Gated } from '../import/gate.js';
import { judgeByFlags } from './flags-gate.sql.js';
import { COMPLETENESS, FEW_ROWS, JUDGE_QUOTES, MANY_ROWS, newestIn } from './gate.sql.js';
import type { RuleSet } from './quality-rules.js';

/** A finding that ends a unit of work, or a remark: the key of the row beside it. */
interface Finding extends Readonly<Record<string, unknown>> {
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
  /** the lower one is preferred */
  priority: number;
  /** fields that the source declares */
  fields: readonly string[];
}

interface Judged extends Gated {
  failures: Finding[] | null;
  warnings: Finding[];
}

/** The quality gate of a source's records; see {@link judgeByFlags} and {@link JUDGE_QUOTES}. */
export class QualityGate implements Gate {
  private readonly columns: readonly string[];
  private readonly settings: string;
  private readonly statement: string;
  private readonly key: readonly string[];
  private readonly newestOf: string | undefined;
  /** day of the newest record that it let through so far */
  newest: string | null = null;

  constructor(
    private readonly rules: RuleSet,
    private readonly origin: GateOrigin,
    dataSet: DataSet,
  ) {
    this.columns = columnsOf(dataSet).map((column) => column.name);
    this.settings = JSON.stringify({ ...rules, own: { priority: origin.priority } });
    this.newestOf = newestIn(dataSet);
    this.key = dataSet.key;
    const mapped = columnsOf(dataSet).filter(
      ({ name, optional }) => optional && origin.fields.includes(name),
    );
    this.statement =
      dataSet.name === 'quote'
        ? JUDGE_QUOTES
        : judgeByFlags(
            dataSet,
            mapped.map(({ name }) => name),
          );
  }

  async judge(client: pg.PoolClient): Promise<Gated> {
    await client.query(MANY_ROWS);
    const shortfall = await this.shortfall(client);
    const { source, run, actor } = this.origin;
    const { rows } = await client.query<Judged>(this.statement, [
      this.settings,
      actor,
      source,
      run,
      this.columns,
    ]);
    await client.query(FEW_ROWS);
    const { held = 0, yielded = 0, warned = 0, failures = null, warnings = null } = rows[0] ?? {};
    if (failures !== null)
      throw new AnswerRefused(failures.map((each) => textOf(each, this.key)).join('; '), false);
    await this.lookAtNewest(client);
    return { held, yielded, warned, warnings: [...(shortfall ?? []), ...(warnings ?? [])] };
  }

  private async lookAtNewest(client: pg.PoolClient): Promise<void> {
    if (this.newestOf === undefined) return;
    const { rows } = await client.query<{ newest: string | null }>(this.newestOf);
    const newest = rows[0]?.newest ?? null;
    if (newest !== null && newest > (this.newest ?? '')) this.newest = newest;
  }

  /** Whether securities are missing of the day; throws {@link AnswerRefused} where that is a failure. */
  private async shortfall(client: pg.PoolClient): Promise<Finding[] | undefined> {
    const { action = 'off', threshold = 0 } = this.rules.completeness ?? {};
    const { day, actor } = this.origin;
    if (action === 'off' || day === undefined) return undefined;
    const { rows } = await client.query<{ expected: number; present: number }>(COMPLETENESS, [day, actor]);
    const { expected = 0, present = 0 } = rows[0] ?? {};
    if (present >= expected * (threshold ?? 0)) return undefined;
    const finding = { date: day, rule: 'completeness', value: present, expected };
    if (action === 'warn') return [finding];
    throw new AnswerRefused(textOf(finding, this.key), true);
  }
}

/** `jump: VNM 2024-01-31: 1.43, expected 67000`; `key`: columns of the natural key. */
function textOf(finding: Finding, key: readonly string[]): string {
  const { rule, value, expected } = finding;
  const compared = expected === null || expected === undefined ? '' : `, expected ${expected}`;
  const named = key.flatMap((name) => finding[name] ?? []).join(' ');
  return `${rule}: ${named}${value == null ? '' : `: ${value}`}${compared}`;
}
