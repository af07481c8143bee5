import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Publication } from './publication.js';
import { isPublished } from './published.sql.js';
import { tradedTickers, unlistedTickers } from './traded.sql.js';

/** A text typed into a search of symbols. */
export interface SearchText {
  /** without case, diacritics and punctuation, words separated by single spaces; empty if nothing is left */
  folded: string;
  /** tickers beginning with it that have published quotes, but neither a master record nor an index; by ticker */
  unlisted: string[];
}

/** Reads what a search of symbols must ask the database about a typed text. */
@Injectable()
export class SearchTexts {
  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
  ) {}

  /** Folds a text as names are, and finds the tickers beginning with it that only quotes have. */
  async read(text: string): Promise<SearchText> {
    const [read] = await this.database.readByOnePlan<SearchText>({
      text: `
        SELECT btrim(plain_text($1::text)) AS folded, ARRAY(
          SELECT t.ticker FROM (${tradedTickers('upper($1::text)')}) t
          WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = t.ticker)
            AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)
            AND EXISTS (
              SELECT FROM quote q WHERE q.ticker = t.ticker AND ${isPublished('q', this.publication.standard)})
          ORDER BY t.ticker) AS unlisted`,
      values: [text],
      tickers: unlistedTickers(text),
    });
    return read as SearchText;
  }
}
