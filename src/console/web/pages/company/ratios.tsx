import { Fragment, h } from 'preact';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Sparkline } from '../../view/chart/sparkline.js';
import { Segmented } from '../../view/choices.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { definitionOf } from '../../view/definition.js';
import { Explained } from '../../view/explain.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { adjust, route } from '../../view/route.js';
import { MissingParts, ReadingView } from '../../view/states.js';
import { shownRatio } from './figures.js';
import type { OfCompany } from './of-company.js';
import { type PeerRatio, type PeerRatios, usePeerRatios } from './peer-ratios.js';

const PERIODS = ['year', 'quarter'] as const;
const COLUMNS = 5;

type Ratio = RowOf<'/fundamental/ratios'>;

/** A ratio over the periods, newest first, with the peers' ratios. */
interface RatioLine {
  newest: Ratio;
  values: readonly (Ratio | undefined)[];
  peers: PeerRatio | undefined;
}

/** Ratios by group: their trend over the periods, and the median of the company's peers. */
export function Ratios({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.ratios;
  const period = PERIODS.find((each) => each === route.value.query.get('period')) ?? PERIODS[0];
  const ratios = useRead(ask('/fundamental/ratios', { ticker, period, limit: 2_000 }));
  const newest = ratios.body?.data[0];
  const peers = usePeerRatios(ticker, newest === undefined ? null : newest);
  return (
    <Card
      title={words.title}
      tools={
        <Segmented
          label={words.period}
          choices={PERIODS.map((value) => ({ value, label: text.value.company.statements.periods[value] }))}
          value={period}
          onChoose={(value) => adjust({ period: value })}
        />
      }
    >
      <ReadingView of={ratios} empty={words.empty}>
        {({ data }) => (
          <Fragment>
            <MissingParts of={[peers]} />
            <Groups rows={data} peers={peers.isLoading ? null : peers.body} />
          </Fragment>
        )}
      </ReadingView>
    </Card>
  );
}

function Groups({ rows, peers }: { rows: readonly Ratio[]; peers: PeerRatios | null }) {
  const words = text.value.company.ratios;
  const periods = [...new Set(rows.map(periodOf))];
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <Fragment>
      {groups.map((group) => {
        const ofGroup = rows.filter((row) => row.group === group);
        const lines = [...new Set(ofGroup.map(({ code }) => code))].flatMap((code) => {
          const values = periods.map((each) =>
            ofGroup.find((row) => row.code === code && periodOf(row) === each),
          );
          const newest = values.find((value) => value !== undefined);
          return newest === undefined ? [] : [{ newest, values, peers: peers?.get(code) }];
        });
        return (
          <div key={group} class="ratio-group">
            <h3>{words.groups[group] ?? group}</h3>
            <DataTable
              label={words.groups[group] ?? group}
              rows={lines}
              keyOf={({ newest }) => newest.code}
              columns={columnsOf(periods.slice(0, COLUMNS))}
            />
          </div>
        );
      })}
    </Fragment>
  );
}

function columnsOf(periods: readonly string[]): readonly TableColumn<RatioLine>[] {
  const words = text.value.company.ratios;
  return [
    { heading: words.ratio, cell: ({ newest }) => explanationOf(newest).name, wrap: true },
    ...periods.map((period, at) => ({
      heading: period,
      numeric: true,
      wideOnly: at > 1,
      // The peers are read for the newest period only.
      cell: ({ values, peers }: RatioLine) => (
        <RatioFigure ratio={values[at]} peers={at === 0 ? peers : undefined} />
      ),
    })),
    {
      heading: words.trend,
      wideOnly: true,
      cell: ({ values }) => (
        <span class="trend">
          <Sparkline values={values.flatMap((each) => each?.value ?? []).reverse()} />
        </span>
      ),
    },
    {
      heading: words.peers,
      numeric: true,
      cell: ({ newest, peers }) => (
        <Explained
          by={{
            title: words.peersOf(explanationOf(newest).name),
            value: shownRatio(peers?.median ?? null, newest.unit),
            meaning: words.peersMeaning,
            formula: words.peersFormula,
            inputs: (peers?.values ?? []).map(
              ({ ticker, value }) => [ticker, shownRatio(value, newest.unit)] as const,
            ),
            date: newest.period_end_date,
            source: `GET /related-stocks?ticker=${newest.ticker}, GET /fundamental/ratios`,
          }}
        >
          {shownRatio(peers?.median ?? null, newest.unit)}
        </Explained>
      ),
    },
  ];
}

function RatioFigure({ ratio, peers }: { ratio: Ratio | undefined; peers: PeerRatio | undefined }) {
  if (ratio === undefined) return null;
  const { code, value, unit, period_end_date: end, ticker, period, group } = ratio;
  const { name, formula } = explanationOf(ratio);
  return (
    <Explained
      by={{
        title: `${name}, ${periodOf(ratio)}`,
        value: shownRatio(value, unit),
        ...(formula !== null && { formula }),
        inputs:
          peers === undefined ? [] : [[text.value.company.ratios.peers, shownRatio(peers.median, unit)]],
        date: end,
        source: `GET /fundamental/ratios?ticker=${ticker}&period=${period}&group=${group} (${code})`,
      }}
    >
      {shownRatio(value, unit)}
    </Explained>
  );
}

const explanationOf = (ratio: Ratio) => definitionOf('ratios', ratio);

function periodOf({ fiscal_year: year, fiscal_quarter: quarter }: Ratio): string {
  return quarter === 0 ? String(year) : `Q${quarter} ${year}`;
}
