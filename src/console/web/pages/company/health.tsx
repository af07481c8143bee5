import { h } from 'preact';
import { figure, percent, ratio } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable } from '../../view/data-table.js';
import { Figures } from '../../view/figures.js';
import { ask, type BodyOf, useRead } from '../../view/read.js';
import { DataSources, Empty, ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

type HealthBody = BodyOf<'/financial-health'>;

/** Piotroski's nine signals, Altman's Z with its parts, and the ratios that matter to lenders. */
export function Health({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.health;
  const health = useRead(ask('/financial-health', { ticker }));
  return (
    <ReadingView of={health} empty={words.empty} isEmpty={() => false}>
      {(body) => (
        <div class="company-grid">
          <Piotroski body={body} />
          <Altman body={body} />
          <Card title={words.ratios(body.fiscal_year)}>
            <div class="card-body">
              <Figures of={ratiosOf(body)} />
            </div>
          </Card>
        </div>
      )}
    </ReadingView>
  );
}

function Piotroski({ body }: { body: HealthBody }) {
  const words = text.value.company.health;
  const { piotroski, fiscal_year: year } = body;
  if (piotroski === null) return <Without title={words.piotroski} of={body} />;
  return (
    <Card title={words.score(piotroski.score ?? 0, year)} wide>
      <DataTable
        label={words.piotroski}
        rows={piotroski.items ?? []}
        keyOf={({ code }) => code}
        columns={[
          {
            heading: words.signal,
            cell: ({ code, explanation }) => (
              <span class="two-lines">
                <span>{words.signals[code] ?? code}</span>
                <span class="hint">{text.value.codes.piotroski[code] ?? explanation}</span>
              </span>
            ),
            wrap: true,
          },
          {
            heading: words.met,
            cell: ({ score }) => (
              <span class={`badge badge-${score === null ? 'neutral' : score > 0 ? 'good' : 'bad'}`}>
                {score === null ? words.unknown : score > 0 ? words.yes : words.no}
              </span>
            ),
          },
          { heading: words.value, cell: ({ value }) => figure(value), numeric: true },
          {
            heading: words.before,
            cell: ({ previous_value: before }) => figure(before),
            numeric: true,
            wideOnly: true,
          },
        ]}
      />
    </Card>
  );
}

function Altman({ body }: { body: HealthBody }) {
  const words = text.value.company.health;
  const { altman, ticker, period_end_date: end } = body;
  if (altman === null) return <Without title={words.altman} of={body} />;
  const why = text.value.codes.altman[altman.variant ?? ''] ?? altman.explanation;
  const kind = { safe: 'good', grey: 'warn', distress: 'bad' }[altman.zone ?? 'grey'];
  const parts = Object.entries(altman.components ?? {});
  return (
    <Card
      title={words.altman}
      tools={<span class={`badge badge-${kind}`}>{words.zones[altman.zone ?? 'grey']}</span>}
    >
      <div class="card-body stack">
        <Figures
          of={[
            {
              title: 'Z',
              value: ratio(altman.z),
              meaning: why ?? '',
              formula: words.altmanFormulas[altman.variant ?? ''] ?? '',
              inputs: parts.map(([name, value]) => [words.parts[name] ?? name, figure(value)] as const),
              date: end,
              source: `GET /financial-health?ticker=${ticker}`,
            },
            ...parts.map(([name, value]) => ({
              title: name.toUpperCase(),
              value: figure(value),
              formula: words.parts[name] ?? '',
              date: end,
            })),
          ]}
        />
        <p class="muted">{why}</p>
      </div>
    </Card>
  );
}

function Without({ title, of: { company_type: type, reason } }: { title: string; of: HealthBody }) {
  return (
    <Card title={title}>
      <Empty title={text.value.company.health.none}>
        {reason === null ? <DataSources /> : <p>{text.value.codes.unscored[type] ?? reason}</p>}
      </Empty>
    </Card>
  );
}

function ratiosOf(body: HealthBody) {
  const words = text.value.company.health;
  const times = (value: number | null) => ratio(value);
  const share = (value: number | null) => (value === null ? ratio(value) : percent(value * 100));
  const one = (code: keyof typeof words.figures, value: string) => ({
    title: words.figures[code].name,
    value,
    formula: words.figures[code].formula,
    date: body.period_end_date,
    source: `GET /financial-health?ticker=${body.ticker}`,
  });
  return [
    one('current_ratio', times(body.current_ratio)),
    one('quick_ratio', times(body.quick_ratio)),
    one('cash_ratio', times(body.cash_ratio)),
    one('debt_to_equity', times(body.debt_to_equity)),
    one('debt_to_assets', times(body.debt_to_assets)),
    one('interest_coverage', times(body.interest_coverage)),
    one('roe', share(body.roe)),
    one('roa', share(body.roa)),
  ];
}
