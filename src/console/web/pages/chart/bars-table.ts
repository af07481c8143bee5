import { openDialog } from '../../dialog.js';
import { figure, integer, price } from '../../format.js';
import { type Column, table } from '../../table.js';
import { h } from '../../ui.js';
import { type Chosen, drawnOutputs, keyOf, labelOf } from './catalogue.js';
import type { Bar } from './history.js';
import type { Values } from './plots.js';

/** Rows that the dialog shows; a browser is slow with more, and the API has them all. */
const MOST_ROWS = 500;

/** What the chart shows, for who does not see it: newest first, with the exact values in the markup. */
export function showBars(
  title: string,
  bars: readonly Bar[],
  indicators: readonly Chosen[],
  values: ReadonlyMap<string, Values>,
): void {
  const rows = bars.slice(-MOST_ROWS).reverse();
  const columns: Column<Bar>[] = [
    { heading: 'Date', cell: ({ date }) => date, rowHeading: true },
    { heading: 'Open', cell: ({ open }) => exact(open, price), numeric: true },
    { heading: 'High', cell: ({ high }) => exact(high, price), numeric: true },
    { heading: 'Low', cell: ({ low }) => exact(low, price), numeric: true },
    { heading: 'Close', cell: ({ close }) => exact(close, price), numeric: true },
    { heading: 'Volume', cell: ({ volume }) => exact(volume, integer), numeric: true },
    ...indicators.flatMap((chosen) => columnsOf(chosen, values)),
  ];
  const dialog = openDialog(
    `Bars of ${title}`,
    h(
      'p',
      { class: 'hint' },
      rows.length < bars.length ? `The newest ${rows.length} of ${bars.length} loaded bars.` : '',
    ),
    table(`Bars of ${title}`, columns, rows),
  );
  dialog.classList.add('dialog-large');
}

function columnsOf(chosen: Chosen, values: ReadonlyMap<string, Values>): Column<Bar>[] {
  const outputs = drawnOutputs(chosen.indicator);
  return outputs.map(({ name }) => ({
    heading: outputs.length === 1 ? labelOf(chosen) : `${labelOf(chosen)} ${name}`,
    cell: ({ date }) => {
      const value = values.get(date)?.[keyOf(chosen)]?.[name];
      return typeof value === 'number' ? exact(value, figure) : figure(null);
    },
    numeric: true,
  }));
}

function exact(value: number, format: (value: number) => string): HTMLElement {
  return h('data', { value: String(value) }, format(value));
}
