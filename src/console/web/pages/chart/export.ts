import { type ChosenIndicator, drawnOutputs, keyOf } from './catalogue.js';
import type { Compared } from './compare.js';
import type { Bar } from './history.js';
import type { Values } from './plots.js';

/** The contents of an exported file. */
interface ExportContent {
  bars: readonly Bar[];
  chosen: readonly ChosenIndicator[];
  values: ReadonlyMap<string, Values>;
  compared: readonly Compared[];
}

/** The loaded bars with their indicator values and the closes of compared securities, oldest first. */
export function csvOf({ bars, chosen, values, compared }: ExportContent): string {
  const outputs = chosen.flatMap((one) => drawnOutputs(one.indicator).map(({ name }) => ({ one, name })));
  const closes = compared.map((each) => new Map(each.bars.map(({ date, close }) => [date, close])));
  const head = [
    ...['date', 'open', 'high', 'low', 'close', 'volume'],
    ...outputs.map(({ one, name }) => `${keyOf(one)} ${name}`),
    ...compared.map(({ ticker }) => `${ticker} close`),
  ];
  const rows = bars.map((bar) => [
    ...[bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume],
    ...outputs.map(({ one, name }) => values.get(bar.date)?.[keyOf(one)]?.[name]),
    ...closes.map((of) => of.get(bar.date)),
  ]);
  return [head, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n');
}

function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lets the reader download a file. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the address by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
