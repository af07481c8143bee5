import { Fragment, h } from 'preact';
import { compact, integer, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Sparkline } from '../../view/chart/sparkline.js';
import { rangeStart } from '../../view/days.js';
import { ask, type BodyOf, type Reading, type RowOf, useRead } from '../../view/read.js';
import { visit } from '../../view/route.js';
import { Empty, Failure, Loading, MissingParts, noticesOf } from '../../view/states.js';
import { toneOf } from '../../view/tone.js';

/** Calendar days before the day at which sparklines begin. */
const PAST = 60;

type Index = RowOf<'/index/profile'>;

/** The indices of the day, the market's own first; pressing one limits the page to its members. */
export function IndexStrip({
  of,
  date,
  scope,
}: {
  of: Reading<BodyOf<'/index/profile'>>;
  date: string | null;
  scope: string;
}) {
  const past = useRead(
    date === null
      ? null
      : ask('/trade/market/result', {
          from_date: rangeStart(date, PAST),
          to_date: date,
          order: 'asc',
          limit: 2000,
        }),
  );
  const totals = useRead(
    date === null
      ? null
      : ask('/trade/market/result', { from_date: date, to_date: date, fields: 'extended' }),
  );
  if (of.error !== null && !of.isLoading) return <Failure error={of.error} retry={of.retry} />;
  const indices = (of.body?.data ?? []).filter(({ close }) => close !== null).sort(byWeight);
  if (of.body === null) return <Loading />;
  if (indices.length === 0) {
    const { noIndices, noLevels } = text.value.market;
    return (
      <div class="card">
        <Empty title={of.body.data.length === 0 ? noIndices : noLevels} notices={noticesOf(of.body)} />
      </div>
    );
  }
  return (
    <Fragment>
      <ul class="index-strip" aria-label={text.value.market.indices}>
        {indices.map((index) => (
          <IndexCard
            key={index.code}
            index={index}
            isChosen={scope === index.code}
            past={(past.body?.data ?? []).filter(({ code }) => code === index.code).map(({ close }) => close)}
            day={totals.body?.data.find(({ code }) => code === index.code)}
          />
        ))}
      </ul>
      <MissingParts of={[past, totals]} />
    </Fragment>
  );
}

function IndexCard({
  index: { code, name, close, change, change_percent: rate },
  isChosen,
  past,
  day,
}: {
  index: Index;
  isChosen: boolean;
  past: readonly number[];
  day: RowOf<'/trade/market/result'> | undefined;
}) {
  const words = text.value.market;
  const tone = toneOf(change);
  return (
    <li>
      <button
        type="button"
        class={`index-card ${tone}`}
        aria-pressed={isChosen}
        title={name}
        onClick={() => visit({ scope: isChosen ? null : code })}
      >
        <span class="index-name">{code}</span>
        <span class="index-level">{price(close)}</span>
        <span class="index-change">
          {withSign(change, price)} ({withSign(rate, percent)})
        </span>
        <Sparkline values={past} />
        {day !== undefined && (
          <span class="index-totals">
            <span class="up">▲{integer(day.advances)}</span>{' '}
            <span class="reference">■{integer(day.unchanged)}</span>{' '}
            <span class="down">▼{integer(day.declines)}</span>
            <span class="muted" title={words.tradedValue}>
              {compact(day.total_value)}
            </span>
          </span>
        )}
      </button>
    </li>
  );
}

/** The index of a whole exchange before its parts, Ho Chi Minh City before Hanoi. */
function byWeight(one: Index, other: Index): number {
  const rank = ({ code, all_share: whole }: Index) =>
    code === 'VNINDEX' ? 0 : code.startsWith('VN') ? 1 : whole ? 2 : 3;
  return rank(one) - rank(other) || one.code.localeCompare(other.code);
}
