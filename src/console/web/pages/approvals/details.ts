import { type Api, isAborted } from '../../api.js';
import { openDialog } from '../../dialog.js';
import { instant, NOTHING, percent, signed } from '../../format.js';
import { type Column, table } from '../../table.js';
import { badge, button, type Child, failure, fill, h, loading } from '../../ui.js';
import { ageText, FIGURES, type Figure, FLAGS, figureText, nameOf, type QueuedQuote } from './quote.js';

/** One write, of GET /svc/quote/{id}/history. */
interface HistoryEvent {
  occurred_at: string;
  action: string;
  actor: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** What may be done from the dialog. */
export interface DetailAction {
  label: string;
  kind?: 'primary' | 'danger';
  run(): void;
}

const TONES: Readonly<Record<string, 'good' | 'bad' | 'warn'>> = {
  approved: 'good',
  rejected: 'bad',
  deleted: 'bad',
  revoked: 'warn',
};

/** Shows a quote beside its last approved version, with its checks and its history. */
export function showDetails(
  api: Api,
  quote: QueuedQuote,
  { actions, mayAudit }: { actions: readonly DetailAction[]; mayAudit: boolean },
): void {
  const request = new AbortController();
  const history = h('div', { 'aria-live': 'polite' });
  const dialog = openDialog(
    nameOf(quote),
    h(
      'div',
      { class: 'stack' },
      facts(quote),
      ...quote.flags.map((flag) =>
        h(
          'p',
          { class: 'notice notice-warn' },
          badge(FLAGS[flag]?.name ?? flag, 'warn'),
          FLAGS[flag]?.meaning,
        ),
      ),
      table('Last approved and present figures', comparison(quote), FIGURES),
      h(
        'div',
        { class: 'dialog-actions' },
        ...actions.map(({ label, kind, run }) =>
          button(
            label,
            () => {
              dialog.close();
              run();
            },
            kind === undefined ? {} : { kind },
          ),
        ),
      ),
      h('h3', {}, 'History'),
      history,
    ),
  );
  dialog.classList.add('dialog-large');
  dialog.addEventListener('close', () => request.abort());
  if (mayAudit) void loadHistory();
  else fill(history, h('p', { class: 'hint' }, 'Seeing the history needs the permission audit:read.'));

  async function loadHistory(): Promise<void> {
    fill(history, loading());
    try {
      const path = `/svc/quote/${quote.id}/history`;
      const { data } = await api.list<HistoryEvent>(path, { limit: 100 }, request.signal);
      fill(history, h('ol', { class: 'history' }, ...data.map(eventItem)));
    } catch (error) {
      if (!isAborted(error))
        fill(
          history,
          failure(error, () => void loadHistory()),
        );
    }
  }
}

function facts(quote: QueuedQuote): HTMLElement {
  const known: readonly (readonly [string, Child])[] = [
    ['Status', quote.status],
    ['Maker', quote.maker ?? NOTHING],
    ['Changed', `${instant(quote.timestamp)} (${ageText(quote.age_seconds)})`],
    ...(quote.decided_by === null
      ? []
      : ([['Decided', `${quote.decided_by}, ${instant(quote.decided_at)}`]] as const)),
    ...(quote.reason === null ? [] : ([['Reason', quote.reason]] as const)),
  ];
  return h(
    'dl',
    { class: 'figures' },
    ...known.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

function comparison(quote: QueuedQuote): readonly Column<Figure>[] {
  const approved = (figure: Figure) =>
    quote.diff === null ? null : (quote.diff[figure]?.approved ?? quote[figure]);
  return [
    { heading: 'Figure', cell: (figure) => figure, rowHeading: true },
    {
      heading: quote.diff === null ? 'Never approved' : 'Last approved',
      cell: (figure) => figureText(figure, approved(figure)),
      numeric: true,
    },
    {
      heading: quote.status === 'approved' ? 'Approved now' : 'Now',
      cell: (figure) =>
        quote.diff?.[figure] === undefined
          ? figureText(figure, quote[figure])
          : h('strong', { class: 'changed' }, figureText(figure, quote[figure])),
      numeric: true,
    },
    { heading: 'Change', cell: (figure) => changeText(quote.diff?.[figure]), numeric: true, wideOnly: true },
  ];
}

function changeText(change: { approved: number; now: number } | undefined): string {
  if (change === undefined) return '';
  const difference = signed(change.now - change.approved, (value) => value.toLocaleString('en-US'));
  if (change.approved === 0) return difference;
  return `${difference} (${signed((change.now / change.approved - 1) * 100, percent)})`;
}

function eventItem(event: HistoryEvent): HTMLElement {
  const reason = event.after?.reason;
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'cell-words' },
      badge(event.action, TONES[event.action] ?? 'neutral'),
      h('span', {}, event.actor),
      h('span', { class: 'muted' }, instant(event.occurred_at)),
    ),
    typeof reason === 'string' && h('p', {}, `“${reason}”`),
    changesOf(event) !== '' && h('p', { class: 'muted' }, changesOf(event)),
  );
}

/** The figures that an event changed, or wrote first. */
function changesOf({ action, before, after }: HistoryEvent): string {
  const shown = (figure: Figure, values: Record<string, unknown> | null) =>
    figureText(figure, typeof values?.[figure] === 'number' ? values[figure] : null);
  if (action === 'updated') {
    return FIGURES.filter((figure) => before?.[figure] !== after?.[figure])
      .map((figure) => `${figure} ${shown(figure, before)} → ${shown(figure, after)}`)
      .join(', ');
  }
  if (action !== 'created') return '';
  return FIGURES.map((figure) => `${figure} ${shown(figure, after)}`).join(', ');
}
