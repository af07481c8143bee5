import { h } from 'preact';
import { figure, instant, NOTHING } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable } from '../../view/data-table.js';
import { rangeStart } from '../../view/days.js';
import { companyAddress } from '../../view/links.js';
import { LongText } from '../../view/long-text.js';
import { ask, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';

/** Days up to the one shown, and maximum entries. */
const PAST = 30;
const LIMIT = 8;

/** Published economic figures, next to the expected ones. */
export function Economy({ date }: { date: string | null }) {
  const words = text.value.market.economy;
  const events = useRead(
    date === null
      ? null
      : ask('/economics/calendar', { from_date: rangeStart(date, PAST), to_date: date, limit: LIMIT }),
  );
  return (
    <Card title={words.title}>
      <ReadingView of={events} empty={words.empty} lead={null}>
        {({ data }) => (
          <DataTable
            label={words.title}
            rows={data}
            keyOf={({ date: day, event_name: name }) => `${day} ${name}`}
            columns={[
              { heading: words.event, cell: ({ event_name: name }) => name, wrap: true },
              { heading: words.day, cell: ({ date: day }) => day },
              {
                heading: words.actual,
                cell: ({ actual, unit }) => (actual === null ? NOTHING : `${figure(actual)} ${unit ?? ''}`),
                numeric: true,
              },
              {
                heading: words.forecast,
                cell: ({ forecast }) => figure(forecast),
                numeric: true,
                wideOnly: true,
              },
            ]}
          />
        )}
      </ReadingView>
    </Card>
  );
}

/** What analysts wrote about the market. */
export function Insight({ date }: { date: string | null }) {
  const words = text.value.market.insight;
  const items = useRead(
    date === null
      ? null
      : ask('/trading/market-insight', { from_date: rangeStart(date, PAST), to_date: date, limit: LIMIT }),
  );
  return (
    <Card title={words.title}>
      <div class="card-body">
        <ReadingView of={items} empty={words.empty} lead={null}>
          {({ data }) => (
            <ul class="news">
              {data.map(({ id, title, body, author, tickers, published_at: published }) => (
                <li key={id}>
                  <p class="news-title" dir="auto">
                    {title}
                  </p>
                  {body !== null && <LongText>{body}</LongText>}
                  <p class="news-foot">
                    {tickers.map((ticker) => (
                      <a key={ticker} href={companyAddress(ticker)}>
                        {ticker}
                      </a>
                    ))}
                    <span class="muted">{[instant(published), author].filter(Boolean).join(' · ')}</span>
                  </p>
                </li>
              ))}
            </ul>
          )}
        </ReadingView>
      </div>
    </Card>
  );
}
