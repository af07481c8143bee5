import { STAGE } from '../../database/records/stage.js';
import type { Executor } from '../../database/statement.js';
import type { DataSet } from '../dataset/data-set.js';
import { columnsOf, isBrought } from '../dataset/data-set.js';
import type { Gate, GateVerdict, Part } from '../import/gate.js';
import { judgeByFlags } from './flags-gate.sql.js';
import {
  COMPLETENESS,
  EXPECTED,
  FEW_ROWS,
  HAS_NO_QUOTES,
  JUDGE_QUOTES,
  JUDGE_WRITTEN_QUOTES,
  MANY_ROWS,
  NEWEST_QUOTE,
  newestIn,
} from './gate.sql.js';
import type { RuleSet } from './quality-rules.js';

/** A finding that ends a unit of work, or a remark; with the key of its row. */
interface Finding extends Readonly<Record<string, unknown>> {
  rule: string;
  value?: number | null;
  expected?: number | null;
}

/** An answer that a rule with the action `fail` refuses as a whole. */
export class AnswerRefused extends Error {
  constructor(
    message: string,
    /** whether a later answer may be complete */
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
  /** the day whose whole market arrives, by file; none if single securities do */
  days: ReadonlyMap<string, string>;
  /** the only securities whose rows arrive; undefined if not known */
  tickers: readonly string[] | undefined;
  /** the lower is preferred */
  priority: number;
  /** fields that the source declares; undefined if columns are recognised by name */
  fields: readonly string[] | undefined;
}

/** Numbers of rows by the place of their part; null: none. */
type ByPart = Readonly<Record<string, number>> | null;

interface Judgement {
  quarantined: ByPart;
  yielded: ByPart;
  warned: ByPart;
  conflicts: number;
  failures: FoundInPart[] | null;
  warnings: FoundInPart[] | null;
}

type FoundInPart = Finding & { part: number };

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
    /** throws if the source may not store any more; until the transaction ends, that cannot change */
    readonly confirm: (executor: Executor) => Promise<void>,
  ) {
    this.columns = columnsOf(dataSet)
      .map((column) => column.name)
      .filter((name) => isBrought(dataSet, origin.fields, name));
    this.settings = JSON.stringify({ ...rules, own: { priority: origin.priority } });
    this.newestOf = newestIn(dataSet);
    this.key = dataSet.key;
    this.statement = dataSet.name === 'quote' ? JUDGE_QUOTES : judgeByFlags(dataSet, origin.fields);
  }

  async judge(executor: Executor, parts: readonly Part[]): Promise<readonly GateVerdict[]> {
    await executor.query({ text: MANY_ROWS, values: [] });
    const shortfalls = await this.shortfalls(executor, parts);
    const [judgement] = await executor.query<Judgement>({
      text: this.statement,
      values: [...this.commonValues, parts.map(({ from }) => from)],
      tickers: { staged: STAGE },
    });
    await executor.query({ text: FEW_ROWS, values: [] });
    const verdicts = this.verdictsOf(judgement, parts, shortfalls);
    if (this.newestOf !== undefined) await this.lookAtNewest(executor, this.newestOf);
    return verdicts;
  }

  /** Judges an answer without rows for a whole day: remarks; throws {@link AnswerRefused}. */
  async judgeEmpty(executor: Executor, day: string): Promise<readonly object[]> {
    if (!this.countsSecurities) return [];
    const [row] = await executor.query<{ expected: number }>({
      text: EXPECTED,
      values: [day, this.origin.actor],
    });
    return this.shortfall(day, { expected: row?.expected ?? 0, present: 0 });
  }

  /** Quotes of securities that have none yet are compared only with each other. */
  get mayBeAlone(): boolean {
    return this.statement === JUDGE_QUOTES && this.origin.tickers !== undefined;
  }

  async isAlone(executor: Executor): Promise<boolean> {
    const { tickers } = this.origin;
    const [row] = await executor.query<{ none: boolean }>({ text: HAS_NO_QUOTES, values: [tickers] });
    return row?.none ?? false;
  }

  async judgeWritten(executor: Executor, parts: readonly Part[]): Promise<readonly GateVerdict[]> {
    const { tickers } = this.origin;
    const [judgement] = await executor.query<Judgement>({
      text: JUDGE_WRITTEN_QUOTES,
      values: [...this.commonValues, parts.map(({ firstId }) => firstId), tickers],
    });
    const verdicts = this.verdictsOf(judgement, parts, new Map());
    await this.lookAtNewest(executor, NEWEST_QUOTE, [tickers]);
    return verdicts;
  }

  /** Whether the securities of a day are counted. */
  private get countsSecurities(): boolean {
    return (this.rules.completeness?.action ?? 'off') !== 'off';
  }

  /** The values that every judging statement begins with. */
  private get commonValues(): readonly unknown[] {
    const { source, run, actor } = this.origin;
    return [this.settings, actor, source, run, this.columns];
  }

  private verdictsOf(
    judgement: Judgement | undefined,
    parts: readonly Part[],
    shortfalls: ReadonlyMap<number, Finding[]>,
  ): readonly GateVerdict[] {
    if (judgement === undefined) throw new Error('Nothing was judged');
    const { quarantined, yielded, warned, failures, warnings, conflicts } = judgement;
    if (failures !== null)
      throw new AnswerRefused(failures.map((each) => textOf(each, this.key)).join('; '), false);
    // Different values for one key in two answers are no contradiction: the later one counts.
    if (parts.length > 1 && conflicts > 0)
      throw new AnswerRefused('several answers contain the same key', false);
    return parts.map((_, place) => ({
      quarantined: quarantined?.[place] ?? 0,
      yielded: yielded?.[place] ?? 0,
      warned: warned?.[place] ?? 0,
      warnings: [
        ...(shortfalls.get(place) ?? []),
        ...(warnings ?? []).filter(({ part }) => part === place).map(({ part, ...finding }) => finding),
      ],
    }));
  }

  private async lookAtNewest(
    executor: Executor,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<void> {
    const [row] = await executor.query<{ newest: string | null }>({ text, values });
    const newest = row?.newest ?? null;
    if (newest !== null && newest > (this.newest ?? '')) this.newest = newest;
  }

  /** Finds securities missing from the days of parts, by place; throws {@link AnswerRefused} if that is a failure. */
  private async shortfalls(
    executor: Executor,
    parts: readonly Part[],
  ): Promise<ReadonlyMap<number, Finding[]>> {
    const findings = new Map<number, Finding[]>();
    if (!this.countsSecurities) return findings;
    const { days, actor } = this.origin;
    for (const [place, { file, from }] of parts.entries()) {
      const day = days.get(file);
      if (day === undefined) continue;
      const [counts] = await executor.query<{ expected: number; present: number }>({
        text: COMPLETENESS,
        values: [day, actor, from],
      });
      findings.set(place, this.shortfall(day, counts ?? { expected: 0, present: 0 }));
    }
    return findings;
  }

  /** The finding that too few of the expected securities are present on a day; throws if that is a failure. */
  private shortfall(day: string, { expected, present }: { expected: number; present: number }): Finding[] {
    const { action, threshold } = this.rules.completeness ?? {};
    if (present >= expected * (threshold ?? 0)) return [];
    const finding = { date: day, rule: 'completeness', value: present, expected };
    if (action !== 'warn') throw new AnswerRefused(textOf(finding, this.key), true);
    return [finding];
  }
}

/** `jump: VNM 2024-01-31: 1.43, expected 67000`; `key`: columns of the natural key. */
function textOf(finding: Finding, key: readonly string[]): string {
  const { rule, value, expected } = finding;
  const expectation = expected === null || expected === undefined ? '' : `, expected ${expected}`;
  const keyText = key.flatMap((name) => finding[name] ?? []).join(' ');
  return `${rule}: ${keyText}${value == null ? '' : `: ${value}`}${expectation}`;
}
