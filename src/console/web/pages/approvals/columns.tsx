import { Fragment, h } from 'preact';
import { exactly, integer, NOTHING, nearly, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Sparkline } from '../../view/chart/sparkline.js';
import type { TableColumn } from '../../view/data-table.js';
import { Principal } from '../../view/principal.js';
import { toneOf } from '../../view/tone.js';
import { evidenceOf } from './evidence.js';
import type { Past, Pasts } from './past.js';
import { ageText, type Figure, type QueuedQuote, versionOf } from './quote.js';
import type { Status } from './state.js';

/** What the table of the queue needs besides its rows. */
interface QueueView {
  status: Status;
  past: Pasts | null;
  open(quote: QueuedQuote): void;
}

/** Columns of the queue, without the checkboxes. */
export function columnsOf({ status, past, open }: QueueView): readonly TableColumn<QueuedQuote>[] {
  const words = text.value.approvals.columns;
  const of = (quote: QueuedQuote) => past?.get(versionOf(quote));
  return [
    {
      heading: words.quote,
      isRowHeading: true,
      cell: (quote) => (
        <button type="button" class="cell-link" onClick={() => open(quote)}>
          <strong>{quote.ticker}</strong> {quote.date}
        </button>
      ),
    },
    { heading: words.flags, cell: (quote) => <Flags quote={quote} past={of(quote)} /> },
    { heading: words.before, cell: (quote) => price(of(quote)?.before), numeric: true },
    { heading: words.close, cell: (quote) => <FigureCell quote={quote} figure="close" />, numeric: true },
    { heading: words.change, cell: (quote) => <Change of={of(quote)?.change} />, numeric: true },
    { heading: words.band, cell: (quote) => <Band of={of(quote)} />, numeric: true, wideOnly: true },
    {
      heading: words.trend,
      cell: (quote) => (
        <div class="queue-trend">
          <Sparkline values={of(quote)?.closes ?? []} />
        </div>
      ),
      desktopOnly: true,
    },
    {
      heading: words.volume,
      cell: (quote) => <FigureCell quote={quote} figure="volume" />,
      numeric: true,
    },
    ...(status === 'pending'
      ? [
          {
            heading: words.age,
            cell: ({ age_seconds: age }: QueuedQuote) => ageText(age),
            numeric: true,
            desktopOnly: true,
          },
        ]
      : []),
    { heading: text.value.approvals.maker, cell: ({ maker }) => <Principal of={maker} />, wrap: true },
    ...(status === 'pending'
      ? []
      : [
          {
            heading: words.decidedBy,
            cell: ({ decided_by: by }: QueuedQuote) => <Principal of={by} />,
            wrap: true,
          },
        ]),
  ];
}

/** A figure, with the approved one below it if they differ. */
function FigureCell({ quote, figure }: { quote: QueuedQuote; figure: Figure }) {
  const change = quote.diff?.[figure];
  if (change === undefined) return <Nearly value={quote[figure]} />;
  const format = nearly(change.now) === nearly(change.approved) ? exactly : nearly;
  return (
    <span class="two-lines">
      <strong class="changed">
        <Nearly value={quote[figure]} format={format} />
      </strong>
      <del class="muted" title={`${text.value.approvals.lastApproved}: ${exactly(change.approved)}`}>
        <Digits value={change.approved} format={format} />
      </del>
    </span>
  );
}

/** All digits of it are its title, and in the details. */
function Nearly({ value, format = nearly }: { value: QueuedQuote[Figure]; format?: typeof nearly }) {
  return (
    <data value={String(value)} title={exactly(value)}>
      <Digits value={value} format={format} />
    </data>
  );
}

/** Paper, which has no titles, shows all of them (print.css). */
function Digits({ value, format }: { value: QueuedQuote[Figure]; format: typeof nearly }) {
  const digits = exactly(value);
  const short = format(value);
  return short === digits ? (
    <Fragment>{short}</Fragment>
  ) : (
    <span data-exact={digits}>
      <span>{short}</span>
    </span>
  );
}

function Change({ of }: { of: number | null | undefined }) {
  return <span class={toneOf(of)}>{withSign(of, percent)}</span>;
}

function Band({ of }: { of: Past | undefined }) {
  if (of === undefined || of.ceiling === null || of.floor === null) return <Fragment>{NOTHING}</Fragment>;
  return (
    <Fragment>
      <span class="floor">{integer(of.floor)}</span> – <span class="ceiling">{integer(of.ceiling)}</span>
    </Fragment>
  );
}

/** Flags, each with its evidence. */
function Flags({ quote, past }: { quote: QueuedQuote; past: Past | undefined }) {
  const words = text.value.approvals.flags;
  if (quote.flags.length === 0) return null;
  return (
    <span class="two-lines flag-cell">
      {quote.flags.map((flag) => {
        const evidence = evidenceOf(flag, quote, past);
        return (
          <span key={flag} class="cell-words">
            <span class="badge badge-warn" title={words[flag].meaning}>
              {words[flag].name}
            </span>
            {evidence !== '' && <span class="muted">{evidence}</span>}
          </span>
        );
      })}
    </span>
  );
}
