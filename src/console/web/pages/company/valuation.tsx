import { h } from 'preact';
import { ratio, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import type { TimeSeries } from '../../view/chart/plot.js';
import { TimeChart } from '../../view/chart/time-chart.js';
import { Segmented } from '../../view/choices.js';
import { rangeStart } from '../../view/days.js';
import { Figures, type NamedFigure } from '../../view/figures.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { adjust, route } from '../../view/route.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

const MULTIPLES = ['pe', 'pb', 'ps', 'ev_ebitda'] as const;
const SPANS = ['1y', '5y'] as const;
/** Calendar days of the spans. The service gives medians for a year at most. */
const DAYS = { '1y': 365, '5y': 1_826 } as const;

type Day = RowOf<'/valuation'>;
type Multiple = (typeof MULTIPLES)[number];

/** A multiple over time: within its own band over the years, or against the industry and the market. */
export function Valuation({ detail: { ticker, date } }: OfCompany) {
  const words = text.value.company.valuation;
  const { query } = route.value;
  const multiple = MULTIPLES.find((each) => each === query.get('multiple')) ?? MULTIPLES[0];
  const span = SPANS.find((each) => each === query.get('span')) ?? SPANS[1];
  const to = date ?? '';
  const days = useRead(
    date === null
      ? null
      : ask('/valuation', {
          ticker,
          from_date: rangeStart(to, DAYS[span]),
          to_date: to,
          order: 'asc',
          limit: 2_000,
        }),
  );
  return (
    <Card
      title={words.title}
      tools={
        <div class="toolbar">
          <Segmented
            label={words.multiple}
            choices={MULTIPLES.map((value) => ({ value, label: words.multiples[value] }))}
            value={multiple}
            onChoose={(value) => adjust({ multiple: value })}
          />
          <Segmented
            label={words.span}
            choices={SPANS.map((value) => ({ value, label: words.spans[value] }))}
            value={span}
            onChoose={(value) => adjust({ span: value })}
          />
        </div>
      }
    >
      <div class="card-body stack">
        <ReadingView of={days} empty={words.empty} isAsked={date !== null}>
          {({ data }) => (
            <div class="stack">
              <TimeChart
                label={words.multiples[multiple]}
                days={data.map((day) => day.date)}
                format={ratio}
                height={280}
                series={seriesOf(data, multiple, span === '1y')}
              />
              <Figures of={summaryOf(data, multiple)} />
            </div>
          )}
        </ReadingView>
      </div>
    </Card>
  );
}

/** The multiple with its band, or with the medians of the industry and the market. */
function seriesOf(days: readonly Day[], multiple: Multiple, hasMedians: boolean): TimeSeries[] {
  const words = text.value.company.valuation;
  const values = days.map((day) => day[multiple]);
  const own = { label: words.multiples[multiple], kind: 'line', tone: 'series-1', values } as const;
  const { mean, deviation } = spread(values);
  const flat = (value: number | null) => days.map(() => value);
  const line = (label: string, tone: string, of: readonly (number | null)[]) =>
    ({ label, kind: 'line', tone, values: of }) as const;
  if (hasMedians && multiple !== 'ev_ebitda') {
    const industry =
      multiple === 'ps'
        ? []
        : [
            line(
              words.industry,
              'series-2',
              days.map((day) => day[`industry_${multiple}_median`]),
            ),
          ];
    return [
      own,
      ...industry,
      line(
        words.market,
        'series-6',
        days.map((day) => day[`market_${multiple}_median`]),
      ),
    ];
  }
  if (mean === null) return [own];
  return [
    own,
    line(words.mean, 'series-6', flat(mean)),
    line(words.above, 'series-2', flat(mean + deviation)),
    line(words.below, 'series-4', flat(mean - deviation)),
  ];
}

function summaryOf(days: readonly Day[], multiple: Multiple): NamedFigure[] {
  const words = text.value.company.valuation;
  const last = days.at(-1);
  const values = days.flatMap((day) => day[multiple] ?? []);
  const now = last?.[multiple] ?? null;
  const { mean, deviation } = spread(values);
  const below = values.filter((value) => now !== null && value <= now).length;
  const source = `GET /valuation?ticker=${last?.symbol ?? ''}`;
  const from = days[0]?.date ?? '';
  const date = last?.date ?? null;
  return [
    {
      title: words.now(words.multiples[multiple]),
      value: ratio(now),
      formula: words.formulas[multiple],
      date,
      source,
    },
    { title: words.mean, value: ratio(mean), formula: words.meanFormula(values.length, from), date, source },
    {
      title: words.deviations,
      value:
        now === null || mean === null || deviation === 0
          ? ratio(null)
          : withSign((now - mean) / deviation, ratio),
      formula: words.deviationsFormula,
      inputs: [
        [words.mean, ratio(mean)],
        [words.deviation, ratio(deviation)],
      ],
      date,
      source,
    },
    {
      title: words.percentile,
      value:
        values.length === 0 || now === null ? ratio(null) : `${Math.round((below / values.length) * 100)} %`,
      formula: words.percentileFormula(from),
      date,
      source,
    },
  ];
}

/** Mean and standard deviation of the known values. */
function spread(values: readonly (number | null)[]): { mean: number | null; deviation: number } {
  const numbers = values.flatMap((value) => value ?? []);
  if (numbers.length === 0) return { mean: null, deviation: 0 };
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / numbers.length) };
}
