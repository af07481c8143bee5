import { h } from 'preact';
import { compact, instant, integer, percent, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Segmented, Select } from '../../view/choices.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Explained } from '../../view/explain.js';
import { ask, useRead } from '../../view/read.js';
import { adjust, route } from '../../view/route.js';
import { ReadingView } from '../../view/states.js';
import { toneOf } from '../../view/tone.js';
import type { OfCompany } from './of-company.js';
import { isItem, type Line, type Period, type StatementItem, tableOf } from './statement-table.js';

const STATEMENTS = ['income_statement', 'balance_sheet', 'cash_flow_indirect', 'cash_flow_direct'] as const;
const PERIODS = ['year', 'quarter'] as const;
const VIEWS = ['reported', 'growth'] as const;

/** The statements as reported, by year or quarter, with the growth over the previous year. */
export function Statements({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.statements;
  const { query } = route.value;
  const statement = STATEMENTS.find((each) => each === query.get('statement')) ?? STATEMENTS[0];
  const period = PERIODS.find((each) => each === query.get('period')) ?? PERIODS[0];
  const view = VIEWS.find((each) => each === query.get('view')) ?? VIEWS[0];
  const items = useRead(ask('/fundamental/as/reported', { ticker, statement, period, limit: 5_000 }));
  return (
    <Card
      title={words.title}
      tools={
        <div class="toolbar">
          <Select
            label={words.statement}
            choices={STATEMENTS.map((value) => ({ value, label: words.statements[value] }))}
            value={statement}
            onChoose={(value) => adjust({ statement: value })}
          />
          <Segmented
            label={words.period}
            choices={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
            value={period}
            onChoose={(value) => adjust({ period: value })}
          />
          <Segmented
            label={words.view}
            choices={VIEWS.map((value) => ({ value, label: words.views[value] }))}
            value={view}
            onChoose={(value) => adjust({ view: value })}
          />
        </div>
      }
    >
      <ReadingView of={items} empty={words.empty}>
        {({ data }) => {
          const { lines, periods } = tableOf(data.filter(isItem));
          return (
            <DataTable
              label={words.statements[statement]}
              rows={lines}
              keyOf={({ code, name }) => `${code} ${name}`}
              columns={[nameColumn(), ...periods.map((each) => periodColumn(each, view))]}
            />
          );
        }}
      </ReadingView>
    </Card>
  );
}

function nameColumn(): TableColumn<Line> {
  const isVietnamese = text.value.code === 'vi';
  return {
    heading: text.value.company.statements.item,
    cell: ({ name, english, depth }) => (
      <span class={`item item-depth-${Math.min(depth, 3)}`}>{isVietnamese ? name : (english ?? name)}</span>
    ),
    wrap: true,
  };
}

function periodColumn(period: Period, view: (typeof VIEWS)[number]): TableColumn<Line> {
  return {
    heading: period.name,
    numeric: true,
    cell: (line) => {
      const item = line.items.get(period.key);
      if (item === undefined) return '';
      const before = line.items.get(period.yearBefore)?.value ?? null;
      const growth = growthOf(item.value, before);
      const valueText = view === 'growth' ? withSign(growth, percent) : amount(item.value);
      return (
        <span class={view === 'growth' ? toneOf(growth) : ''}>
          <Explained by={explanationOf(item, { valueText, period, before, growth })}>{valueText}</Explained>
        </span>
      );
    },
  };
}

function explanationOf(
  item: StatementItem,
  of: { valueText: string; period: Period; before: number | null; growth: number | null },
) {
  const words = text.value.company.statements;
  return {
    title: `${text.value.code === 'vi' ? item.item_name : (item.item_name_en ?? item.item_name)}, ${of.period.name}`,
    value: of.valueText,
    meaning: words.asReported(words.consolidations[item.consolidation] ?? '', words.audits[item.audit] ?? ''),
    formula: words.growthFormula,
    inputs: [
      [words.code, item.item_code],
      [words.value, `${integer(item.value)} ${item.unit ?? ''}`],
      [words.yearBefore, integer(of.before)],
      [words.growth, withSign(of.growth, percent)],
      [words.filing, item.filing_id ?? ''],
      [words.published, instant(item.published_at)],
    ] as const,
    date: item.period_end_date,
    source: `GET /fundamental/as/reported?ticker=${item.ticker}&statement=${item.statement}&period=${item.period}`,
  };
}

/** Money abbreviated, per-share figures in full. */
function amount(value: number | null): string {
  return value !== null && Math.abs(value) < 1e6 ? integer(value) : compact(value);
}

/** Growth in percent; null from zero or from a loss. */
function growthOf(value: number | null, before: number | null): number | null {
  return value === null || before === null || before <= 0 ? null : (value / before - 1) * 100;
}
