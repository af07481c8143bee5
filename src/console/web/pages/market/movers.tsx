import { h } from 'preact';
import { compact, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Segmented } from '../../view/choices.js';
import { ExplainButton } from '../../view/explain.js';
import { companyAddress } from '../../view/links.js';
import { ask, type BodyOf, type Reading, type RowOf, useRead } from '../../view/read.js';
import { adjust } from '../../view/route.js';
import { MissingParts, ReadingView } from '../../view/states.js';
import { type Reason, reasonsOf, useReasons } from './reasons.js';
import { type MarketState, PERIODS, type Period, within } from './state.js';

const LIMIT = 8;
/** Calendar days before the day that are searched for a reason. */
const REACH: Readonly<Record<Period, number>> = { '1d': 0, '1w': 7, '1m': 31, ytd: 366 };

type Mover = RowOf<'/market/gainers'>;

/** The top gainers and losers, each with what happened to it. */
export function Movers({ state }: { state: MarketState }) {
  const words = text.value.market.movers;
  const query = { date: state.date, ...within(state.scope), period: state.period, limit: LIMIT };
  const gainers = useRead(ask('/market/gainers', query));
  const losers = useRead(ask('/market/losers', query));
  const movers = [...(gainers.body?.data ?? []), ...(losers.body?.data ?? [])];
  const isComplete = !gainers.isLoading && !losers.isLoading;
  const { reasons, isLoading, of: ofReasons } = useReasons(isComplete ? movers : [], REACH[state.period]);
  // Movers of one day next to the reasons of another are dimmed.
  const ofReading = (of: typeof gainers) => ({ ...of, isLoading: !isComplete || isLoading });
  const day = movers[0]?.date ?? state.date;
  return (
    <Card
      title={words.title}
      wide
      className="movers"
      tools={
        <div class="toolbar">
          <Segmented
            label={words.period}
            choices={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
            value={state.period}
            onChoose={(period) => adjust({ period })}
          />
          <ExplainButton
            by={{
              title: words.title,
              meaning: words.meaning,
              formula: words.formula[state.period === '1d' ? 'day' : 'period'],
              date: day,
              source: 'GET /market/gainers, GET /market/losers',
            }}
          />
        </div>
      }
    >
      <MissingParts of={ofReasons} />
      <div class="movers-lists">
        <MoverList title={words.gainers} of={ofReading(gainers)} reasons={reasons} />
        <MoverList title={words.losers} of={ofReading(losers)} reasons={reasons} />
      </div>
    </Card>
  );
}

function MoverList({
  title,
  of,
  reasons,
}: {
  title: string;
  of: Reading<BodyOf<'/market/gainers'>>;
  reasons: readonly Reason[];
}) {
  return (
    <div class="mover-list">
      <h3>{title}</h3>
      <ReadingView of={of} empty={text.value.market.movers.none} lead={null}>
        {({ data }) => (
          <ol>
            {data.map((mover) => (
              <MoverRow key={mover.ticker} mover={mover} reasons={reasonsOf(mover.ticker, reasons)} />
            ))}
          </ol>
        )}
      </ReadingView>
    </div>
  );
}

function MoverRow({ mover, reasons }: { mover: Mover; reasons: readonly Reason[] }) {
  const { ticker, name, close, change_percent: rate, traded_value: value, limit_state: limit } = mover;
  const words = text.value.market.movers;
  const tone = limit === 'none' ? (rate > 0 ? 'up' : 'down') : limit;
  return (
    <li class="mover">
      <a href={companyAddress(ticker)} title={name ?? ticker}>
        {ticker}
      </a>
      <span class="mover-name">{name}</span>
      <span class="numeric">{price(close)}</span>
      <b class={`numeric ${tone}`}>{withSign(rate, percent)}</b>
      <span class="numeric muted mover-value" title={text.value.market.tradedValue}>
        {compact(value)}
      </span>
      <ul class="mover-reasons">
        {limit !== 'none' && <li class={`badge ${limit}`}>{words.limits[limit]}</li>}
        {reasons.map((reason) => (
          <li key={reason.key}>
            <ReasonLine reason={reason} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function ReasonLine({ reason: { kind, title, url } }: { reason: Reason }) {
  const label = (
    <span class={`badge badge-${kind === 'action' ? 'accent' : 'neutral'}`}>
      {text.value.market.movers.kinds[kind]}
    </span>
  );
  return (
    <span class="reason-line">
      {label}{' '}
      {url === null ? (
        title
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          {title}
        </a>
      )}
    </span>
  );
}
