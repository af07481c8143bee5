import { Fragment, h } from 'preact';
import { instant, integer, NOTHING } from '../../format.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { titleOf } from '../../view/data-set-names.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import type { RowOf } from '../../view/read.js';

export type DataSet = RowOf<'/svc/datasets'>;

/** What is stored in total, or in one data set. */
export function Summary({ sets, only }: { sets: readonly DataSet[]; only?: DataSet }) {
  const words = text.value.data.summary;
  const { columns } = text.value.data;
  const storedSets = sets.filter((each) => each.row_count > 0);
  const quotes = sets.find(({ name }) => name === 'quote');
  const changes = storedSets.flatMap(({ last_change_at: at }) => at ?? []).sort();
  const figures: readonly (readonly [string, string])[] =
    only === undefined
      ? [
          [words.sets, words.ofAll(storedSets.length, sets.length)],
          [words.quotes, rows(quotes)],
          [words.from, quotes?.first_date ?? NOTHING],
          [words.to, quotes?.last_date ?? NOTHING],
          [words.gaps, integer(quotes?.gap_days)],
          [words.change, instant(changes.at(-1))],
        ]
      : [
          [columns.records, rows(only)],
          [columns.first, only.first_date ?? NOTHING],
          [columns.last, only.last_date ?? NOTHING],
          [columns.import, instant(only.last_import_at)],
          [columns.change, instant(only.last_change_at)],
        ];
  return (
    <dl class="card card-body figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The data sets with records, each linked to its own page; the others are listed below. Daily ones are up to date if
 * they reach the last full trading day, or the newest quote if that is later or the calendar does not go that far.
 */
export function DataSets({
  sets,
  tradingDay,
}: {
  sets: readonly DataSet[];
  /** undefined if the calendar does not go that far, null as long as it has not been read */
  tradingDay: string | undefined | null;
}) {
  const words = text.value.data;
  const storedSets = sets.filter((each) => each.row_count > 0);
  const missing = sets.filter((each) => each.row_count === 0);
  return (
    <Fragment>
      <DataTable
        label={words.sets}
        columns={columnsFor(storedSets, tradingDay)}
        rows={storedSets}
        keyOf={({ name }) => name}
      />
      {missing.length > 0 && (
        <p class="hint">
          {words.notStored}{' '}
          {missing.map(({ name }, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              <a href={addressOf('data', [name])}>{name}</a>
            </Fragment>
          ))}
          .
        </p>
      )}
    </Fragment>
  );
}

function columnsFor(
  storedSets: readonly DataSet[],
  tradingDay: string | undefined | null,
): readonly TableColumn<DataSet>[] {
  const words = text.value.data.columns;
  const days = storedSets.flatMap((each) => [each.first_date ?? [], each.last_date ?? []].flat()).map(dayOf);
  // Calendars extend past the last trade, reference data long before the first: the scale ends today.
  const span = {
    from: Math.max(Math.min(...days), dayOf('2000-01-01')),
    to: Math.min(Math.max(...days), Date.now()),
  };
  const lastQuote = storedSets.find(({ name }) => name === 'quote')?.last_date;
  // Without the calendar nothing is up to date for certain.
  const newest =
    tradingDay === null ? null : ([lastQuote ?? [], tradingDay ?? []].flat().sort().at(-1) ?? null);
  return [
    {
      heading: words.set,
      cell: ({ name, title }) => (
        <span class="two-lines title-cell">
          <a href={addressOf('data', [name])}>{titleOf({ name, title })}</a>
          <span class="muted mono">{name}</span>
        </span>
      ),
    },
    { heading: words.records, cell: rows, numeric: true },
    { heading: words.first, cell: (each) => each.first_date ?? NOTHING, wideOnly: true },
    { heading: words.last, cell: (each) => each.last_date ?? NOTHING },
    { heading: words.fresh, cell: (each) => <Freshness of={each} newest={newest} />, wideOnly: true },
    { heading: words.coverage, cell: (each) => <Span of={each} span={span} />, wideOnly: true },
    { heading: words.import, cell: (each) => instant(each.last_import_at), wideOnly: true },
    { heading: words.change, cell: (each) => instant(each.last_change_at), wideOnly: true },
  ];
}

function rows(each: Pick<DataSet, 'row_count' | 'estimated'> | undefined): string {
  return `${each?.estimated ? '≈ ' : ''}${integer(each?.row_count)}`;
}

const dayOf = (date: string) => Date.parse(date);

/** Whether a daily data set reaches the day `newest`. */
function Freshness({ of: { daily, last_date: last }, newest }: { of: DataSet; newest: string | null }) {
  const words = text.value.data;
  if (!daily || last === null || newest === null) return <Fragment>{NOTHING}</Fragment>;
  const days = Math.round((dayOf(newest) - dayOf(last)) / 86_400_000);
  if (days <= 0) return <span class="badge badge-good">{words.upToDate}</span>;
  return <span class="badge badge-warn">{words.behind(days)}</span>;
}

/** A bar from the first to the last date, on the scale of all sets; other columns show the dates. */
function Span({
  of: { first_date: first, last_date: last },
  span: { from, to },
}: {
  of: DataSet;
  span: { from: number; to: number };
}) {
  if (first === null || last === null || to <= from) return <Fragment>{NOTHING}</Fragment>;
  const at = (date: string) => Math.min(100, Math.max(0, ((dayOf(date) - from) / (to - from)) * 100));
  const start = at(first);
  return (
    <svg class="span-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="span-all" width={100} height={6} />
      <rect class="span-own" x={start} width={Math.max(0.8, at(last) - start)} height={6} />
    </svg>
  );
}
