import { integer } from '../../format.js';
import { icon } from '../../icons.js';
import { type Column, table } from '../../table.js';
import { badge, button, empty, fill, h } from '../../ui.js';
import { csvCell } from './csv.js';
import type { Outcome, State } from './run.js';

/** Rows shown at once. */
const SHOWN = 200;
/** Outcomes that went well are kept up to this many; failures all are. */
const KEPT = 20_000;

const TONES: Readonly<Record<State, 'good' | 'accent' | 'neutral' | 'bad'>> = {
  created: 'good',
  updated: 'accent',
  ignored: 'neutral',
  failed: 'bad',
};

const COLUMNS: readonly Column<Outcome>[] = [
  { heading: 'Line', cell: ({ line }) => integer(line), numeric: true },
  { heading: 'Record', cell: ({ key }) => key, rowHeading: true },
  { heading: 'Outcome', cell: ({ state }) => badge(state, TONES[state]), wideOnly: true },
  { heading: 'Reason', cell: ({ why }) => h('span', { class: 'reason' }, why) },
];

/** What became of the rows of an import. */
export class Outcomes {
  readonly counts: Record<State, number> = { created: 0, updated: 0, ignored: 0, failed: 0 };
  private readonly kept: Outcome[] = [];
  private readonly failed: Outcome[] = [];
  private filter: State | 'all' = 'failed';
  private shown = SHOWN;
  private readonly list = h('div', {});

  constructor(
    private readonly fileName: string,
    private readonly header: readonly string[],
  ) {}

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  add(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      this.counts[outcome.state] += 1;
      if (outcome.state === 'failed') this.failed.push(outcome);
      if (this.kept.length < KEPT || outcome.state === 'failed') this.kept.push(outcome);
    }
  }

  /** The table with its filter and the download of what failed. */
  element(): HTMLElement {
    if (this.failed.length === 0) this.filter = 'all';
    const filters = (['failed', 'all'] as const).map((value) =>
      button(value === 'failed' ? 'Failed' : 'All rows', () => this.show(value), {
        class: null,
        'aria-pressed': String(value === this.filter),
      }),
    );
    this.show(this.filter);
    return h(
      'div',
      { class: 'stack' },
      h(
        'div',
        { class: 'toolbar' },
        h('div', { class: 'segmented', role: 'group', 'aria-label': 'Rows' }, ...filters),
        this.failed.length > 0 &&
          h(
            'a',
            { class: 'button toolbar-end', href: this.rejects(), download: `${this.fileName}.rejects.csv` },
            icon('download'),
            'Download rejects',
          ),
      ),
      this.list,
    );
  }

  private show(filter: State | 'all', shown = SHOWN): void {
    this.filter = filter;
    this.shown = shown;
    const rows = filter === 'failed' ? this.failed : this.kept;
    for (const [index, each] of [
      ...(this.list.parentElement?.querySelectorAll('.segmented button') ?? []),
    ].entries()) {
      each.setAttribute('aria-pressed', String((index === 0) === (filter === 'failed')));
    }
    if (rows.length === 0) {
      fill(this.list, empty(filter === 'failed' ? 'No row failed' : 'No rows'));
      return;
    }
    const dropped = filter === 'all' && this.total > rows.length;
    fill(
      this.list,
      table('Outcome of each row', COLUMNS, rows.slice(0, this.shown)),
      dropped &&
        h('p', { class: 'hint' }, `The first ${integer(KEPT)} rows and every failed one are listed.`),
      rows.length > this.shown &&
        h(
          'div',
          { class: 'more' },
          button(`Show more of ${integer(rows.length)}`, () => this.show(filter, shown + SHOWN)),
        ),
    );
  }

  /** A file of the failed rows as they were, with line and reason first: mended, it can be imported again. */
  private rejects(): string {
    const lines = [
      ['line', 'reason', ...this.header],
      ...this.failed.map(({ line, why, cells }) => [String(line), why, ...cells]),
    ];
    const text = lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
    // The mark makes spreadsheets read it as UTF-8.
    return URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  }
}
