/**
 * Days whose rows a statement can read of the tables by ticker that have a `date`, YYYY-MM-DD, both inclusive, unbounded
 * if not given.
 */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
  /**
   * Rows before `from` that it can read, of each of its tickers, or of each with rows in the days if it names none. With
   * a row, those of all tables on its day
   */
  before?: readonly Lookback[] | undefined;
}

/** The newest row of a ticker before the days, the alias `r` of a table by `ticker` and `date`, for which a condition holds. */
export interface Lookback {
  table: string;
  where: string;
  /** the rows between it and the days are read, too */
  isFirst?: true;
  /** newest rows up to the day of this one that are read, too */
  then?: readonly Lookback[];
}

/**
 * So many days before those of a statement are copied at once: the market is never closed for longer, and most tickers
 * have the rows in them that are looked back to.
 */
const AT_ONCE = 14;

/** SQL of the first day that is copied at once. */
export const firstCopied = (from: string, before: Days['before']) =>
  before === undefined ? `${from}::date` : `${from}::date - ${AT_ONCE}`;

/** A ticker and a day up to which a row is sought, or on which it was found, YYYY-MM-DD. */
interface TickerDay {
  ticker: string;
  day: string;
}

/** Runs a statement of the transaction that the copies belong to. */
type Run = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;

interface Scope {
  from: string;
  before: readonly Lookback[];
  /** all with rows in the copies when not given */
  symbols: readonly string[] | undefined;
}

/** Adds to the copies of `tables`, which begin at {@link firstCopied}, the rows before that {@link Days} include. */
export async function addEarlierRows(
  run: Run,
  tables: readonly { name: string; symbol: string }[],
  { from, before, symbols }: Scope,
): Promise<void> {
  const copies = tables.map(({ name, symbol }) => `SELECT ${symbol} AS ticker FROM pg_temp.${name}`);
  const source = symbols === undefined ? copies.join(' UNION ') : 'SELECT unnest($2::text[]) AS ticker';
  if (source === '') return;
  const starts = await run<TickerDay>(
    `SELECT ticker, ($1::date - 1)::text AS day FROM (${source}) t`,
    symbols === undefined ? [from] : [from, symbols],
  );
  const firstDays = new Map<string, string>();
  const singleDays = new Map<string, TickerDay>();
  const seek = async (lookbacks: readonly Lookback[], upTo: readonly TickerDay[]): Promise<void> => {
    for (const { table, where, isFirst, then = [] } of lookbacks) {
      const rows = await newestRows(run, { table, where }, upTo);
      for (const row of rows) {
        if (isFirst) firstDays.set(row.ticker, row.day);
        else singleDays.set(`${row.ticker} ${row.day}`, row);
      }
      await seek(then, rows);
    }
  };
  await seek(before, starts);
  const spans = [
    ...[...firstDays].map(([ticker, day]) => ({ ticker, day, last: from })),
    ...[...singleDays.values()]
      .filter(({ ticker, day }) => day < (firstDays.get(ticker) ?? from))
      .map(({ ticker, day }) => ({ ticker, day, last: day })),
  ];
  const earlier = await run<TickerDay & { last: string }>(
    `SELECT ticker, first::text AS day, last::text AS last FROM ${SPANS} WHERE first < ${firstCopied('$4', before)}`,
    [...listsOf(spans), spans.map(({ last }) => last), from],
  );
  if (earlier.length === 0) return;
  for (const { name, symbol } of tables) {
    await run(
      `INSERT INTO pg_temp.${name} SELECT r.* FROM public.${name} r JOIN ${SPANS} ON span.ticker = r.${symbol}
       WHERE r.date >= span.first AND r.date <= span.last AND r.date < ${firstCopied('$4', before)}`,
      [...listsOf(earlier), earlier.map(({ last }) => last), from],
    );
  }
}

const SPANS = 'unnest($1::text[], $2::date[], $3::date[]) span (ticker, first, last)';
const BOUNDS = 'unnest($1::text[], $2::date[]) bound (ticker, day)';
const listsOf = (rows: readonly TickerDay[]) => [
  rows.map(({ ticker }) => ticker),
  rows.map(({ day }) => day),
];

/** The days of the newest rows of tickers up to their days for which a condition holds. */
async function newestRows(
  run: Run,
  { table, where }: Lookback,
  upTo: readonly TickerDay[],
): Promise<TickerDay[]> {
  const rows = await run<TickerDay & { found: string | null }>(
    `SELECT bound.ticker, bound.day::text AS day, (
       SELECT max(r.date) FROM ${table} r WHERE r.ticker = bound.ticker AND r.date <= bound.day AND (${where}))::text AS found
     FROM ${BOUNDS}`,
    listsOf(upTo),
  );
  const copied = rows.flatMap(({ ticker, found }) => (found === null ? [] : [{ ticker, day: found }]));
  // Only a ticker without such a row among the copied ones is sought on the nodes.
  const others = rows.filter(({ found }) => found === null);
  if (others.length === 0) return copied;
  const found = await run<TickerDay>(
    `SELECT r.ticker, max(r.date)::text AS day FROM public.${table} r JOIN ${BOUNDS} ON bound.ticker = r.ticker
     WHERE r.date <= bound.day AND (${where}) GROUP BY r.ticker`,
    listsOf(others),
  );
  return [...copied, ...found];
}
