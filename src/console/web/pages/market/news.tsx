import { h } from 'preact';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { rangeStart } from '../../view/days.js';
import { NewsList } from '../../view/news-list.js';
import { ask, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import { EXCHANGES } from './state.js';

/** Days up to the one shown, and maximum items. */
const PAST = 7;
const LIMIT = 12;

/** News up to the day: on the market, or on the members of an index. */
export function MarketNews({ date, scope }: { date: string | null; scope: string }) {
  const words = text.value.market.news;
  const isIndex = scope !== '' && EXCHANGES.every((exchange) => exchange !== scope);
  const range = date === null ? null : { from_date: rangeStart(date, PAST), to_date: date, limit: LIMIT };
  const all = useRead(range === null || isIndex ? null : ask('/news', range));
  const members = useRead(range === null || !isIndex ? null : ask('/news/index', { ...range, code: scope }));
  return (
    <Card title={words.title} wide>
      <div class="card-body">
        <ReadingView of={isIndex ? members : all} empty={words.empty} lead={null}>
          {({ data }) => <NewsList items={data} />}
        </ReadingView>
      </div>
    </Card>
  );
}
