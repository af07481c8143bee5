import { isAborted } from '../api.js';
import { instant, integer, NOTHING } from '../format.js';
import type { Session } from '../session.js';
import { type Column, table } from '../table.js';
import { failure, fill, h, loading } from '../ui.js';
import { gapsSection } from './data-gaps.js';

/** What is loaded of a data set, of GET /svc/datasets. */
interface DataSet {
  name: string;
  title: string;
  row_count: number;
  estimated: boolean;
  first_date: string | null;
  last_date: string | null;
  last_import_at: string | null;
  last_change_at: string | null;
  gap_days: number | null;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The data sets with their coverage, and the days without quotes of a security. */
export function mount(root: HTMLElement, { api }: Session): () => void {
  const request = new AbortController();
  const content = h('div', { class: 'stack' }, loading());
  const gaps = gapsSection(api);
  fill(root, h('header', { class: 'page-head' }, h('h1', {}, 'Data')), content, gaps.element);
  void load();
  return () => {
    gaps.leave();
    request.abort();
  };

  async function load(): Promise<void> {
    try {
      const { data } = await api.list<DataSet>('/svc/datasets', { limit: 100 }, request.signal);
      const stored = data.filter((each) => each.row_count > 0);
      const missing = data.filter((each) => each.row_count === 0);
      fill(
        content,
        summary(data, stored),
        table('Data sets', columnsFor(stored), stored),
        missing.length > 0 &&
          h('p', { class: 'hint' }, `Nothing is stored of: ${missing.map(({ name }) => name).join(', ')}.`),
      );
    } catch (error) {
      if (!isAborted(error))
        fill(
          content,
          failure(error, () => void load()),
        );
    }
  }
}

function summary(all: readonly DataSet[], stored: readonly DataSet[]): HTMLElement {
  const quotes = all.find(({ name }) => name === 'quote');
  const changes = stored.flatMap(({ last_change_at: at }) => at ?? []).sort();
  const figures: readonly (readonly [string, string])[] = [
    ['Data sets with records', `${stored.length} of ${all.length}`],
    ['Quotes', rows(quotes)],
    ['Quotes from', quotes?.first_date ?? NOTHING],
    ['Quotes to', quotes?.last_date ?? NOTHING],
    ['Trading days without any quote', integer(quotes?.gap_days)],
    ['Last change', instant(changes.at(-1))],
  ];
  return h(
    'dl',
    { class: 'card card-body figures' },
    ...figures.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

function columnsFor(stored: readonly DataSet[]): readonly Column<DataSet>[] {
  const days = stored.flatMap((each) => [each.first_date ?? [], each.last_date ?? []].flat()).map(dayOf);
  // A calendar goes on after the last trade, and reference data long before the first: today ends the scale.
  const span = {
    from: Math.max(Math.min(...days), dayOf('2000-01-01')),
    to: Math.min(Math.max(...days), Date.now()),
  };
  return [
    {
      heading: 'Data set',
      cell: ({ name, title }) =>
        h('span', { class: 'two-lines title-cell' }, title, h('span', { class: 'muted mono' }, name)),
      rowHeading: true,
    },
    { heading: 'Records', cell: rows, numeric: true },
    { heading: 'First', cell: (each) => each.first_date ?? NOTHING, wideOnly: true },
    { heading: 'Last', cell: (each) => each.last_date ?? NOTHING },
    { heading: 'Coverage', cell: (each) => coverage(each, span), wideOnly: true },
    { heading: 'Last import', cell: (each) => instant(each.last_import_at), wideOnly: true },
    { heading: 'Last change', cell: (each) => instant(each.last_change_at), wideOnly: true },
  ];
}

function rows(each: Pick<DataSet, 'row_count' | 'estimated'> | undefined): string {
  return `${each?.estimated ? '≈ ' : ''}${integer(each?.row_count)}`;
}

const dayOf = (date: string) => Date.parse(date);

/** A bar from the first to the last date, on the scale of all; its figures stand beside it. */
function coverage(
  { first_date: first, last_date: last }: DataSet,
  { from, to }: { from: number; to: number },
): Node | string {
  if (first === null || last === null || to <= from) return NOTHING;
  const at = (date: string) => Math.min(100, Math.max(0, ((dayOf(date) - from) / (to - from)) * 100));
  const start = at(first);
  const bar = svg('svg', {
    class: 'span-bar',
    viewBox: '0 0 100 6',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  bar.append(
    svg('rect', { class: 'span-all', width: 100, height: 6 }),
    svg('rect', { class: 'span-own', x: start, width: Math.max(0.8, at(last) - start), height: 6 }),
  );
  return bar;
}

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
