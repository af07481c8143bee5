import { h } from 'preact';
import { figure, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { TimeChart } from '../../view/chart/time-chart.js';
import { DataTable } from '../../view/data-table.js';
import { rangeStart } from '../../view/days.js';
import { Figures } from '../../view/figures.js';
import { companyAddress } from '../../view/links.js';
import { NewsList } from '../../view/news-list.js';
import { ask, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import { toneOf } from '../../view/tone.js';
import { figuresOf } from './figures.js';
import type { OfCompany } from './of-company.js';

/** Calendar days of the price. */
const YEAR = 365;

/** The security on its day: a year of prices, its figures, and its performance against the market. */
export function Overview({ detail }: OfCompany) {
  const words = text.value.company.overview;
  return (
    <div class="company-grid">
      <Price detail={detail} />
      <div class="stack">
        <Card title={words.day(detail.date ?? '')}>
          <div class="card-body">
            <Figures of={figuresOf(detail, 'day')} />
          </div>
        </Card>
        <RelativeReturns detail={detail} />
      </div>
      <div class="stack">
        <Card title={words.company}>
          <div class="card-body">
            <Figures of={figuresOf(detail, 'company')} />
          </div>
        </Card>
        <Latest detail={detail} />
      </div>
    </div>
  );
}

function Price({ detail: { ticker, date } }: OfCompany) {
  const words = text.value.company.overview;
  const to = date ?? '';
  const bars = useRead(
    date === null
      ? null
      : ask('/quote', {
          ticker,
          adjusted: true,
          from_date: rangeStart(to, YEAR),
          to_date: to,
          order: 'asc',
          limit: 400,
        }),
  );
  return (
    <Card title={words.price} wide>
      <div class="card-body">
        <ReadingView of={bars} empty={words.noBars} isAsked={date !== null}>
          {({ data }) => (
            <TimeChart
              label={words.price}
              days={data.map((bar) => bar.date)}
              format={price}
              height={240}
              series={[
                {
                  label: words.adjusted,
                  kind: 'line',
                  tone: 'series-1',
                  values: data.map((bar) => bar.close),
                },
              ]}
            />
          )}
        </ReadingView>
      </div>
    </Card>
  );
}

/** The latest news; the rest is on its own tab. */
function Latest({ detail: { ticker } }: OfCompany) {
  const words = text.value.company;
  const news = useRead(ask('/news', { ticker, limit: 4 }));
  return (
    <Card
      title={words.news.title}
      tools={<a href={companyAddress(ticker, 'news')}>{words.overview.allNews}</a>}
    >
      <div class="card-body">
        <ReadingView of={news} empty={words.news.empty} lead={null}>
          {({ data }) => <NewsList items={data} />}
        </ReadingView>
      </div>
    </Card>
  );
}

function RelativeReturns({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.overview;
  const returns = useRead(ask('/trading/relative-return', { ticker }));
  const rate = (value: number | null) => (
    <span class={toneOf(value)}>{value === null ? figure(value) : withSign(value * 100, percent)}</span>
  );
  return (
    <Card title={words.returns}>
      <ReadingView of={returns} empty={words.noReturns}>
        {({ data }) => (
          <DataTable
            label={words.returnsTable}
            keyOf={({ period }) => period}
            rows={data}
            columns={[
              { heading: words.period, cell: ({ period }) => words.periods[period] },
              { heading: ticker, cell: (row) => rate(row.return), numeric: true },
              { heading: data[0]?.benchmark ?? '', cell: (row) => rate(row.benchmark_return), numeric: true },
              { heading: words.relative, cell: (row) => rate(row.relative_return), numeric: true },
            ]}
          />
        )}
      </ReadingView>
    </Card>
  );
}
