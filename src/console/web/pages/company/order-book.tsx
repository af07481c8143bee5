import { h } from 'preact';
import { instant, integer, price } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { ask, type BodyOf, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

type Level = BodyOf<'/trading/market-depth'>['bids'][number];

/** The newest order book: bids and asks at each price, with their volumes. */
export function OrderBook({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.book;
  const book = useRead(ask('/trading/market-depth', { ticker, levels: 10 }));
  return (
    <Card title={words.title} tools={<span class="muted">{instant(book.body?.timestamp)}</span>}>
      <div class="card-body">
        <ReadingView
          of={book}
          empty={words.empty}
          isEmpty={({ bids, asks }) => bids.length + asks.length === 0}
        >
          {({ bids, asks }) => {
            const most = Math.max(...[...bids, ...asks].map(({ volume }) => volume));
            return (
              <div class="two-columns order-book">
                <Side title={words.bids} levels={bids} most={most} tone="up" />
                <Side title={words.asks} levels={asks} most={most} tone="down" />
              </div>
            );
          }}
        </ReadingView>
      </div>
    </Card>
  );
}

function Side({
  title,
  levels,
  most,
  tone,
}: {
  title: string;
  levels: readonly Level[];
  most: number;
  tone: 'up' | 'down';
}) {
  const words = text.value.company.book;
  return (
    <section
      class="book-frame"
      aria-label={`${title}: ${text.value.common.table}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame takes keyboard focus
      tabIndex={0}
    >
      <table class="book-side">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.price}</th>
            <th scope="col" class="numeric">
              {words.volume}
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, price: at, volume }) => (
            <tr key={level}>
              <th scope="row" class={tone}>
                {price(at)}
              </th>
              <td class="numeric depth">
                <span class={`depth-bar tone-${tone}`} style={{ width: `${(volume / most) * 100}%` }} />
                <span>{integer(volume)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
