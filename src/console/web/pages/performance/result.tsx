import { Fragment, h } from 'preact';
import { figure, integer, NOTHING, percent, ratio, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { TimeChart } from '../../view/chart/time-chart.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { ExplainButton } from '../../view/explain.js';
import { Field } from '../../view/field.js';
import { toast } from '../../view/toast.js';
import { toneOf } from '../../view/tone.js';
import { drawdownsOf, type Figures, type Measurement } from './measure.js';

const MEASURES = [
  'total_return',
  'annualized_return',
  'volatility',
  'max_drawdown',
  'sharpe_ratio',
  'beta',
  'alpha',
  'observations',
  'missing_days',
] as const;
type Measure = (typeof MEASURES)[number];
const RATIOS: readonly Measure[] = ['sharpe_ratio', 'beta'];
const COUNTS: readonly Measure[] = ['observations', 'missing_days'];
const RETURNS = [
  'one_day',
  'one_week',
  'one_month',
  'three_month',
  'six_month',
  'one_year',
  'three_year',
  'ytd',
  'mtd',
  'wtd',
] as const;

/** The measured results: growth, drawdown, and the tables. */
export function Result({ of }: { of: Measurement }) {
  const words = text.value.performance;
  const series = (values: (of: readonly (number | null)[]) => readonly (number | null)[]) => [
    { label: words.portfolio, kind: 'line' as const, tone: 'series-1', values: values(of.portfolio) },
    ...(of.benchmark.length === 0
      ? []
      : [
          {
            label: of.answer.benchmark?.ticker ?? words.benchmark,
            kind: 'line' as const,
            tone: 'series-2',
            values: values(of.benchmark),
          },
        ]),
  ];
  return (
    <Fragment>
      <Chart title={words.growth} meaning={words.growthMeaning} formula={words.growthFormula}>
        <TimeChart
          label={words.growth}
          days={of.days}
          format={ratio}
          series={series((values) => values)}
          height={260}
        />
      </Chart>
      <Chart title={words.drawdown} meaning={words.drawdownMeaning} formula={words.drawdownFormula}>
        <TimeChart
          label={words.drawdown}
          days={of.days}
          format={(value) => withSign(value, percent)}
          series={series(drawdownsOf)}
        />
      </Chart>
      <Card title={words.risk}>
        <DataTable
          label={words.risk}
          rows={MEASURES}
          keyOf={(measure) => measure}
          columns={[
            { heading: words.measureName, cell: (measure) => <MeasureName of={measure} /> },
            ...columnsOf(of, (figures, measure: Measure) => measureText(measure, figures[measure])),
          ]}
        />
      </Card>
      <Card title={words.periods}>
        <DataTable
          label={words.periods}
          rows={RETURNS}
          keyOf={(period) => period}
          columns={[
            { heading: words.period, cell: (period) => words.returns[period] },
            ...columnsOf(of, (figures, period: (typeof RETURNS)[number]) => <Return of={figures[period]} />),
          ]}
        />
      </Card>
      <LinkTo />
    </Fragment>
  );
}

function Chart({
  title,
  meaning,
  formula,
  children,
}: {
  title: string;
  meaning: string;
  formula: string;
  children: h.JSX.Element;
}) {
  return (
    <Card title={title} tools={<ExplainButton by={{ title, meaning, formula, source: 'GET /quote' }} />}>
      <div class="card-body">{children}</div>
    </Card>
  );
}

/** A column for the portfolio, the benchmark and each security. */
function columnsOf<Row>(
  { answer }: Measurement,
  cell: (figures: Figures, row: Row) => h.JSX.Element | string,
): TableColumn<Row>[] {
  const words = text.value.performance;
  const all: readonly (readonly [string, Figures])[] = [
    [words.portfolio, answer.portfolio],
    ...(answer.benchmark ? [[answer.benchmark.ticker, answer.benchmark] as const] : []),
    ...answer.assets.map((asset) => [`${asset.ticker} ${percent(asset.weight * 100)}`, asset] as const),
  ];
  return all.map(([heading, figures]) => ({ heading, cell: (row) => cell(figures, row), numeric: true }));
}

function MeasureName({ of }: { of: Measure }) {
  const { label, formula } = text.value.performance.measures[of];
  return (
    <span class="cell-words">
      {label} <ExplainButton by={{ title: label, formula, source: 'POST /performance' }} />
    </span>
  );
}

function measureText(measure: Measure, value: number | null): string {
  if (COUNTS.includes(measure)) return integer(value);
  if (RATIOS.includes(measure)) return figure(value);
  if (measure === 'volatility') return value === null ? NOTHING : percent(value * 100);
  return value === null ? NOTHING : withSign(value * 100, percent);
}

function Return({ of }: { of: number | null }) {
  return <span class={toneOf(of)}>{of === null ? NOTHING : withSign(of * 100, percent)}</span>;
}

/** The address of the page, which repeats the same measurement. */
function LinkTo() {
  const words = text.value.performance;
  const copy = async () => {
    // Without TLS browsers provide no clipboard: the text can be copied by hand.
    await navigator.clipboard.writeText(location.href);
    toast(words.copied);
  };
  return (
    <div class="secret">
      <Field label={words.link}>
        {(labelled) => (
          <input
            {...labelled}
            class="input mono"
            readOnly
            value={location.href}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </Field>
      {isSecureContext && (
        <button type="button" class="button" onClick={() => void copy()}>
          {words.copy}
        </button>
      )}
    </div>
  );
}
