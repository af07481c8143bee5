import { Injectable } from '@nestjs/common';
import { TickerCache } from '../../database/caches/ticker-cache.js';
import { Changes } from '../../database/changes.js';
import { recordList } from '../../database/lists/computed-list.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { shownFieldsOf } from '../../http/fields/fields.js';
import { integerKind } from '../../kinds/kinds.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import { SearchTexts } from '../../market/search-text.js';
import { marketToday } from '../../market/today.js';
import { indexOf, type Match, matchesOf, type SearchIndex } from './matching.js';
import { DEFAULT_RESULTS, type SearchQuery, SearchRecord } from './search.dto.js';
import { type SearchedSecurity, SearchRepository } from './search.repository.js';

/** Columns of an answer, also for CSV without rows. */
const COLUMNS = shownFieldsOf(SearchRecord);
const rankKind = integerKind({ min: 1 });

/** Most bytes of the cached master, and about what a security in it takes, with its share of the words. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;
const BYTES_OF_SECURITY = 2_000;

/** Search of securities and indices. */
@Injectable()
export class SearchService {
  private readonly master: TickerCache<SearchIndex<SearchedSecurity>>;

  constructor(
    private readonly securities: SearchRepository,
    private readonly texts: SearchTexts,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.master = new TickerCache(changes, {
      tables: [],
      shared: ['security', 'market_index'],
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: ({ entries }) => entries.length * BYTES_OF_SECURITY,
    });
  }

  /** Securities that match, best first; ties by market capitalisation, unknown ones last, then by ticker. */
  async search(query: SearchQuery): Promise<List> {
    const after = decodeCursor(query.cursor, [rankKind]);
    const [{ folded, unlisted }, master, presentDay] = await Promise.all([
      this.texts.read(query.q),
      this.master.load('', '', async () => indexOf(await this.securities.securities())),
      this.presentDay.find(),
    ]);
    const today = marketToday();
    const matches = [master, indexOf(unlisted.map(unlistedSecurity))].flatMap((index) =>
      matchesOf(index, { query: query.q, folded }, (security) => isAmong(security, query, today)),
    );
    const tickers = matches.map(({ record }) => record.ticker);
    const caps = await this.securities.marketCaps({ tickers, presentDay }, this.publication.standard);
    const records = rank(matches, caps, today);
    const limitedQuery = { ...query, limit: query.limit ?? DEFAULT_RESULTS };
    return recordList(records, { query: limitedQuery, key: 'rank', after, columns: COLUMNS, unit: 'VND' });
  }
}

/** A security that is only in quotes: it counts as a stock. */
const unlistedSecurity = (ticker: string): SearchedSecurity => ({
  ticker,
  name: ticker,
  name_en: null,
  security_type: 'stock',
  exchange: null,
  isin: null,
  delisting_date: null,
  folded_name: '',
  folded_name_en: '',
});

function isAmong(
  { security_type, exchange, delisting_date }: SearchedSecurity,
  query: SearchQuery,
  today: string,
): boolean {
  if (query.type !== undefined && security_type !== query.type) return false;
  if (query.exchange !== undefined && exchange !== query.exchange) return false;
  return query.active === undefined || query.active === isActive(delisting_date, today);
}

/** A delisting date is the last trading day. */
const isActive = (delistingDate: string | null, today: string): boolean =>
  delistingDate === null || delistingDate >= today;

function rank(
  matches: readonly Match<SearchedSecurity>[],
  caps: ReadonlyMap<string, number>,
  today: string,
): SearchRecord[] {
  const capOf = ({ record }: Match<SearchedSecurity>) => caps.get(record.ticker) ?? null;
  return matches
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        (capOf(b) ?? -1) - (capOf(a) ?? -1) ||
        (a.record.ticker < b.record.ticker ? -1 : 1),
    )
    .map((match, place) => {
      const { ticker, name, name_en, security_type, exchange, isin, delisting_date } = match.record;
      const { match_type, score } = match;
      const market_cap = capOf(match);
      return {
        rank: place + 1,
        ticker,
        name,
        name_en,
        security_type,
        exchange,
        isin,
        match_type,
        score,
        market_cap,
        active: isActive(delisting_date, today),
        delisting_date,
      };
    });
}
