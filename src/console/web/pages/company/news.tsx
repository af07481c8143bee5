import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { TimeChart } from '../../view/chart/time-chart.js';
import { ExplainButton } from '../../view/explain.js';
import { NewsList } from '../../view/news-list.js';
import { ask, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

/** News about the security, and their tone by the day. */
export function CompanyNews({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.news;
  const tones = useRead(ask('/news/sentiment', { ticker, limit: 60 }));
  const news = useRead(ask('/news', { ticker, limit: 40 }));
  return (
    <div class="stack">
      <Card
        title={words.sentiment}
        tools={
          <ExplainButton
            by={{
              title: words.sentiment,
              meaning: words.meaning,
              source: `GET /news/sentiment?ticker=${ticker}`,
            }}
          />
        }
      >
        <div class="card-body">
          <ReadingView of={tones} empty={words.empty} lead={null}>
            {({ data }) => {
              const days = [...data].reverse();
              const count = (value: number | null) => integer(value === null ? null : Math.abs(value));
              return (
                <TimeChart
                  label={words.sentiment}
                  days={days.map(({ date }) => date)}
                  format={count}
                  height={120}
                  series={[
                    {
                      label: words.positive,
                      kind: 'columns',
                      tone: 'up',
                      values: days.map((day) => day.positive_count),
                    },
                    {
                      label: words.neutral,
                      kind: 'columns',
                      tone: 'series-6',
                      values: days.map((day) => day.neutral_count),
                    },
                    {
                      label: words.negative,
                      kind: 'columns',
                      tone: 'down',
                      values: days.map((day) => -day.negative_count),
                    },
                  ]}
                />
              );
            }}
          </ReadingView>
        </div>
      </Card>
      <Card title={words.title}>
        <div class="card-body">
          <ReadingView of={news} empty={words.empty} lead={null}>
            {({ data }) => <NewsList items={data} />}
          </ReadingView>
        </div>
      </Card>
    </div>
  );
}
