import { Fragment, h } from 'preact';
import { figure, integer, price } from '../../format.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { openDialog } from '../../view/dialog.js';
import { type ChosenIndicator, drawnOutputs, keyOf, labelOf } from './catalogue.js';
import type { Bar } from './history.js';
import type { Market } from './market.js';
import type { Values } from './plots.js';

/** Rows shown in the dialog; more are slow in a browser, and the API has them all. */
const MOST_ROWS = 500;

/** Shows the chart's data for readers who cannot see it: newest first, with exact values in the markup. */
export function showBars(
  title: string,
  { rows: bars, days }: Market,
  indicators: readonly ChosenIndicator[],
): void {
  const words = text.value.chart.bars;
  const rows = bars.slice(-MOST_ROWS).reverse();
  const columns = [...barColumns(), ...indicators.flatMap((chosen) => columnsOf(chosen, days))];
  openDialog(
    words.title(title),
    () => (
      <Fragment>
        <p class="hint">{rows.length < bars.length && words.newest(rows.length, bars.length)}</p>
        <DataTable label={words.title(title)} columns={columns} rows={rows} keyOf={({ date }) => date} />
      </Fragment>
    ),
    { large: true },
  );
}

function barColumns(): TableColumn<Bar>[] {
  const words = text.value.chart.bars;
  return [
    { heading: words.date, cell: ({ date }) => date },
    ...(['open', 'high', 'low', 'close'] as const).map((name) => ({
      heading: words[name],
      cell: (bar: Bar) => <Exact value={bar[name]} format={price} />,
      numeric: true,
    })),
    { heading: words.volume, cell: ({ volume }) => <Exact value={volume} format={integer} />, numeric: true },
  ];
}

function columnsOf(chosen: ChosenIndicator, values: ReadonlyMap<string, Values>): TableColumn<Bar>[] {
  const outputs = drawnOutputs(chosen.indicator);
  return outputs.map(({ name }) => ({
    heading: outputs.length === 1 ? labelOf(chosen) : `${labelOf(chosen)} ${name}`,
    cell: ({ date }) => {
      const value = values.get(date)?.[keyOf(chosen)]?.[name];
      return typeof value === 'number' ? <Exact value={value} format={figure} /> : figure(null);
    },
    numeric: true,
  }));
}

function Exact({ value, format }: { value: number; format(value: number): string }) {
  return <data value={String(value)}>{format(value)}</data>;
}
