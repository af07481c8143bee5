import { Injectable } from '@nestjs/common';
import etagOf from 'etag';
import { Database } from '../../database/database.js';
import { DEFAULT_PAGE, MAXIMUM_PAGE } from '../../database/lists/list.js';
import { type FastAnswer, FastLane, type FastRoute } from '../../fast-lane/fast-lane.js';
import { nextLink, type Page, pageBody, readPage } from '../../http/replies/page.js';
import { dateKind, Invalid, integerKind, tickerKind } from '../../kinds/kinds.js';
import { Publication } from '../../market/publication.js';
import { type Days, QuoteRepository } from './quote.repository.js';
import { END, QuoteSeries, rowBefore, type Series } from './quote-series.js';

/** A plain request of daily bars: of one ticker, or of every ticker on a day. */
type Asked = OfTicker | OfDay;
interface OfTicker extends Days {
  date: undefined;
  limit: number | undefined;
}
interface OfDay {
  ticker: undefined;
  date: string;
  limit: number | undefined;
}

const KINDS = {
  ticker: tickerKind,
  date: dateKind,
  from_date: dateKind,
  to_date: dateKind,
  limit: integerKind({ min: 1, max: MAXIMUM_PAGE }),
} as const;
/** Values of the parameters as they were read. */
type Given = Record<'ticker' | 'date' | 'from_date' | 'to_date', string | undefined> & {
  limit: number | undefined;
};
/** Smaller answers are kept as one piece, which is sent faster, bytes; pieces of larger ones are slices, not copies. */
const ONE_PIECE = 4096;

/** GET /quote of one ticker or one day, daily, newest first, as JSON: on the fast lane. */
@Injectable()
export class QuoteFastRoute implements FastRoute {
  readonly path = '/quote';
  readonly permission = 'market-data:read';

  constructor(
    private readonly quotes: QuoteRepository,
    private readonly series: QuoteSeries,
    private readonly publication: Publication,
    private readonly database: Database,
    lane: FastLane,
  ) {
    lane.add(this);
  }

  plan(text: string, isFresh: boolean): (() => FastAnswer | Promise<FastAnswer>) | undefined {
    const asked = read(text);
    if (asked === undefined) return undefined;
    if (asked.ticker === undefined) return () => this.stored(text, asked);
    return () => {
      const series = isFresh ? undefined : this.series.find(asked.ticker, this.publication.standard);
      if (series === undefined) return this.stored(text, asked);
      return this.series.answer(asked.ticker, series, text, () => sliced(series, text, asked));
    };
  }

  private async stored(query: string, asked: Asked): Promise<FastAnswer> {
    const window = { limit: asked.limit ?? DEFAULT_PAGE, offset: 0 };
    const published = this.publication.standard;
    // A day may have thousands of rows: it must not keep others waiting on a shared connection.
    const page = await (asked.ticker === undefined
      ? readPage((day) => this.database.read(day), this.quotes.published(asked, published), window)
      : readPage(
          (days) => this.database.readQuickly(days, window.limit),
          this.quotes.window(asked, published),
          window,
        ));
    return answerOf(page, query, window.limit);
  }
}

function isParameter(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name);
}

/** What a plain query asks for that needs no decoding and gives each parameter once; else undefined. */
function read(text: string): Asked | undefined {
  if (text.includes('%') || text.includes('+')) return undefined;
  const given: Given = {
    ticker: undefined,
    date: undefined,
    from_date: undefined,
    to_date: undefined,
    limit: undefined,
  };
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0));
    if (!isParameter(name) || given[name] !== undefined) return undefined;
    const value = KINDS[name].fromText(pair.slice(equals + 1));
    if (value instanceof Invalid) return undefined;
    given[name] = value as never;
  }
  const { ticker, date, from_date: from, to_date: to, limit } = given;
  if (ticker === undefined) {
    return date === undefined || from !== undefined || to !== undefined ? undefined : { ticker, date, limit };
  }
  if (date !== undefined || (from ?? '') > (to ?? '9999-12-31')) return undefined;
  return { ticker, date, from_date: from, to_date: to, limit };
}

/** The answer as a slice of a series. */
function sliced(series: Series, query: string, asked: OfTicker): FastAnswer {
  const day = (date: string) => Number(date.replaceAll('-', ''));
  const limit = asked.limit ?? DEFAULT_PAGE;
  const first = asked.to_date === undefined ? 0 : rowBefore(series.days, day(asked.to_date) + 1);
  const end =
    asked.from_date === undefined ? series.days.length : rowBefore(series.days, day(asked.from_date));
  const last = Math.min(end, first + limit);
  const { begins, days } = series;
  const count = Math.max(0, last - first);
  const rows = count === 0 ? [] : [series.text.subarray(begins[first], (begins[last] ?? 0) - END.length)];
  const after = count > 0 && last < end ? [dateOf(days[last - 1] ?? 0), asked.ticker] : undefined;
  return answerOf({ rows, count, after }, query, limit);
}

function answerOf(page: Page, query: string, limit: number): FastAnswer {
  const window = { limit, offset: 0 };
  const next = page.after === undefined ? null : nextLink('/quote', query, page.after, window);
  const pieces = pageBody(page, { window, next, total: null, unit: 'VND' });
  const [whole, ...others] = pieces;
  const body = whole !== undefined && others.length === 0 ? whole : Buffer.concat(pieces);
  const isSmall = body.length <= ONE_PIECE;
  return { pieces: isSmall ? [body] : pieces, length: body.length, etag: etagOf(body, { weak: true }), next };
}

function dateOf(day: number): string {
  const digits = String(day);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
