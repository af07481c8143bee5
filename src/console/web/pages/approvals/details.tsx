import { Fragment, h } from 'preact';
import { ExactNumber } from '../../exact-json.js';
import { exactly, instant, NOTHING, percent, price, withSign } from '../../format.js';
import { permits } from '../../rights.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { chartAddress, companyAddress } from '../../view/links.js';
import { actionName } from '../../view/problem.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { ReadingView } from '../../view/states.js';
import type { DecisionAction } from './decidable.js';
import { evidenceOf } from './evidence.js';
import type { Past } from './past.js';
import { ageText, FIGURES, type Figure, type FigureChange, type QueuedQuote } from './quote.js';

const NO_BREAK_SPACE = '\u00a0';

const TONES: Readonly<Record<string, string>> = {
  approved: 'good',
  rejected: 'bad',
  deleted: 'bad',
  revoked: 'warn',
};

/** A quote next to its last approved version, with its checks and its history. */
export function Details({
  quote,
  past,
  hint,
  actions,
  close,
}: {
  quote: QueuedQuote;
  past: Past | undefined;
  /** why an action is not offered; null if all are */
  hint: string | null;
  actions: readonly DecisionAction[];
  close(): void;
}) {
  const words = text.value.approvals;
  const mayAudit = permits(useSession(), 'audit:read');
  return (
    <div class="stack">
      <Facts quote={quote} past={past} />
      {quote.flags.map((flag) => (
        <p key={flag} class="notice notice-warn">
          <span class="badge badge-warn">{words.flags[flag].name}</span>
          <span>
            {words.flags[flag].meaning} {evidenceOf(flag, quote, past)}
          </span>
        </p>
      ))}
      <DataTable
        label={words.details.comparison}
        columns={comparison(quote)}
        rows={FIGURES}
        keyOf={(figure) => figure}
      />
      {hint !== null && <p class="hint">{hint}</p>}
      <div class="dialog-actions">
        {actions.map(({ label, kind, key, run }) => (
          <button
            key={label}
            type="button"
            aria-keyshortcuts={key}
            class={kind === undefined ? 'button' : `button button-${kind}`}
            onClick={() => {
              close();
              run();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <h3>{words.details.history}</h3>
      {mayAudit ? <History id={quote.id} /> : <p class="hint">{words.details.needsAudit}</p>}
    </div>
  );
}

/** The change since the day before; from which price, if that is another one than its close, as on an ex-date. */
function dayChangeText({ change, base, before }: Past): string {
  const changed = withSign(change, percent);
  return base === before ? changed : text.value.approvals.evidence.jump(changed, price(base));
}

function Facts({ quote, past }: { quote: QueuedQuote; past: Past | undefined }) {
  const { details, statuses, maker, reason } = text.value.approvals;
  const facts: (readonly [string, string])[] = [
    [details.status, statuses[quote.status]],
    [maker, quote.maker ?? NOTHING],
    [details.written, `${instant(quote.timestamp)} (${ageText(quote.age_seconds)})`],
  ];
  if (quote.decided_by !== null)
    facts.push([details.decided, `${quote.decided_by}, ${instant(quote.decided_at)}`]);
  if (quote.reason !== null) facts.push([reason, quote.reason]);
  if (past !== undefined && past.beforeDate !== null)
    facts.push([details.day(past.beforeDate), `${price(past.before)} (${dayChangeText(past)})`]);
  if (past !== undefined && past.floor !== null)
    facts.push([details.band, `${price(past.floor)} – ${price(past.ceiling)}`]);
  return (
    <Fragment>
      <dl class="figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ToSecurity ticker={quote.ticker} />
    </Fragment>
  );
}

/** Leads to the company, or to the chart of an index; its line is there before that is known, so that no button moves. */
function ToSecurity({ ticker }: { ticker: string }) {
  const { details } = text.value.approvals;
  const { body } = useRead(ask('/index/profile', { code: ticker, limit: 1 }));
  if (body === null) return <p>{NO_BREAK_SPACE}</p>;
  const isIndex = body.data.length > 0;
  return (
    <p>
      <a href={isIndex ? chartAddress(ticker) : companyAddress(ticker)}>
        {isIndex ? details.chart(ticker) : details.company(ticker)}
      </a>
    </p>
  );
}

function comparison(quote: QueuedQuote): readonly TableColumn<Figure>[] {
  const { details, lastApproved, figures } = text.value.approvals;
  const approvedValue = (figure: Figure) =>
    quote.diff === null ? null : (quote.diff[figure]?.approved ?? quote[figure]);
  return [
    { heading: details.figure, cell: (figure) => figures[figure] },
    {
      heading: quote.diff === null ? details.never : lastApproved,
      cell: (figure) => exactly(approvedValue(figure)),
      numeric: true,
      wrap: true,
    },
    {
      heading: quote.status === 'approved' ? details.approvedNow : details.now,
      cell: (figure) =>
        quote.diff?.[figure] === undefined ? (
          exactly(quote[figure])
        ) : (
          <strong class="changed">{exactly(quote[figure])}</strong>
        ),
      numeric: true,
      wrap: true,
    },
    {
      heading: details.change,
      cell: (figure) => changeText(quote.diff?.[figure]),
      numeric: true,
      wideOnly: true,
    },
  ];
}

function changeText(change: FigureChange | undefined): string {
  if (change === undefined) return '';
  const [approved, now] = [Number(change.approved), Number(change.now)];
  const digits = exactly(differenceOf(change));
  const difference = digits.startsWith('-') ? `−${digits.slice(1)}` : `+${digits}`;
  if (approved === 0) return difference;
  return `${difference} (${withSign((now / approved - 1) * 100, percent)})`;
}

/** The difference of two figures: of whole numbers exact, of others without the noise of float64. */
function differenceOf({ approved, now }: FigureChange): number | ExactNumber {
  const texts = [String(now), String(approved)] as const;
  if (texts.every((each) => /^-?\d+$/.test(each)))
    return new ExactNumber(String(BigInt(texts[0]) - BigInt(texts[1])));
  return Number((Number(now) - Number(approved)).toPrecision(12));
}

type Event = RowOf<'/svc/quote/{id}/history'>;

function History({ id }: { id: string }) {
  const history = useRead({ ...ask('/svc/quote/{id}/history', { limit: 100 }, { id }), exact: true });
  return (
    <ReadingView of={history} empty={text.value.approvals.none} lead={null}>
      {({ data }) => (
        <ol class="history">
          {data.map((event) => (
            <HistoryItem key={event.id} event={event} />
          ))}
        </ol>
      )}
    </ReadingView>
  );
}

function HistoryItem({ event }: { event: Event }) {
  const reason = event.after?.reason;
  const changes = changesOf(event);
  return (
    <li>
      <div class="cell-words">
        <span class={`badge badge-${TONES[event.action] ?? 'neutral'}`}>{actionName(event.action)}</span>
        <span>{event.actor}</span>
        <span class="muted">{instant(event.occurred_at)}</span>
      </div>
      {typeof reason === 'string' && <p>“{reason}”</p>}
      {changes !== '' && <p class="muted">{changes}</p>}
    </li>
  );
}

/** The figures that an event changed or first wrote. */
function changesOf({ action, before, after }: Event): string {
  const { figures } = text.value.approvals;
  const textOf = (figure: Figure, values: Event['before']) => {
    const value: unknown = values?.[figure];
    return typeof value === 'number' || value instanceof ExactNumber ? exactly(value) : NOTHING;
  };
  if (action === 'updated') {
    return FIGURES.filter((figure) => textOf(figure, before) !== textOf(figure, after))
      .map((figure) => `${figures[figure]} ${textOf(figure, before)} → ${textOf(figure, after)}`)
      .join(', ');
  }
  if (action !== 'created') return '';
  return FIGURES.map((figure) => `${figures[figure]} ${textOf(figure, after)}`).join(', ');
}
