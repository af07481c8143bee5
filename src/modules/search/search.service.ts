import { Injectable } from '@nestjs/common';
import { recordList } from '../../database/lists/computed-list.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { shownFieldsOf } from '../../http/fields/fields.js';
import { integerKind } from '../../kinds/kinds.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import { type Entry, indexed, type Match, matchesOf } from './matching.js';
import { DEFAULT_RESULTS, type SearchQuery, SearchRecord } from './search.dto.js';
import { type SearchedSecurity, SearchRepository } from './search.repository.js';

/** Columns of an answer, also for CSV without rows. */
const COLUMNS = shownFieldsOf(SearchRecord);
const rankKind = integerKind({ min: 1 });

/** Search of securities and indices. */
@Injectable()
export class SearchService {
  /** the master as last read, some thousands of entries; read again when its version has changed */
  private master: { version: string; entries: Entry<SearchedSecurity>[] } | undefined;

  constructor(
    private readonly securities: SearchRepository,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
  ) {}

  /** Securities that match, best first; ties by market capitalisation, unknown ones last, then by ticker. */
  async search(query: SearchQuery): Promise<List> {
    const after = decodeCursor(query.cursor, [rankKind]);
    const [{ folded, version, today }, unlisted, presentDay] = await Promise.all([
      this.securities.state(query.q),
      this.securities.unlisted(query.q, this.publication.standard),
      this.presentDay.find(),
    ]);
    const entries = [...(await this.entries(version)), ...indexed(unlisted)].filter(({ record }) =>
      isAmong(record, query, today),
    );
    const matches = matchesOf(entries, { query: query.q, folded });
    const tickers = matches.map(({ record }) => record.ticker);
    const caps = await this.securities.marketCaps({ tickers, presentDay }, this.publication.standard);
    const records = rank(matches, caps, today);
    const limitedQuery = { ...query, limit: query.limit ?? DEFAULT_RESULTS };
    return recordList(records, { query: limitedQuery, key: 'rank', after, columns: COLUMNS, unit: 'VND' });
  }

  private async entries(version: string): Promise<Entry<SearchedSecurity>[]> {
    if (this.master?.version !== version) {
      this.master = { version, entries: indexed(await this.securities.securities()) };
    }
    return this.master.entries;
  }
}

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
