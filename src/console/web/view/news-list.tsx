import { h } from 'preact';
import { instant, ratio, withSign } from '../format.js';
import { text } from '../text/language.js';
import { companyAddress, isWeb } from './links.js';
import { LongText } from './long-text.js';
import type { RowOf } from './read.js';

/** News, the newest first, each with its securities and its tone. */
export function NewsList({ items }: { items: readonly RowOf<'/news'>[] }) {
  return (
    <ul class="news">
      {items.map((item) => (
        <NewsItem key={item.id} item={item} />
      ))}
    </ul>
  );
}

function NewsItem({ item }: { item: RowOf<'/news'> }) {
  const { title, summary, url, source, tickers, published_at: published, language } = item;
  return (
    <li lang={language ?? undefined}>
      <p class="news-title" dir="auto">
        {!isWeb(url) ? (
          title
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {title}
          </a>
        )}
      </p>
      {summary !== null && <LongText>{summary}</LongText>}
      <p class="news-foot" lang={text.value.code}>
        <Sentiment item={item} />
        {tickers.map((ticker) => (
          <a key={ticker} href={companyAddress(ticker)}>
            {ticker}
          </a>
        ))}
        <span class="muted">
          {instant(published)} · {source}
        </span>
      </p>
    </li>
  );
}

/** Whether the news is good for the security, as a word and a score from −1 to 1. */
function Sentiment({ item: { sentiment, sentiment_score: score } }: { item: RowOf<'/news'> }) {
  if (sentiment === null) return null;
  const kind = { positive: 'good', neutral: 'neutral', negative: 'bad' }[sentiment];
  return (
    <span class={`badge badge-${kind}`}>
      {text.value.common.sentiments[sentiment]}
      {score !== null && ` ${withSign(score, ratio)}`}
    </span>
  );
}
