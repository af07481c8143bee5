import type { Statement } from '../database/statement.js';

/**
 * SELECT of every ticker that has quotes, published or not, and begins with `beginning`, the SQL of a text; column
 * `ticker`. One step along the primary key per ticker: tickers are few, quotes are not.
 */
export const tradedTickers = (beginning = "''") => `
  WITH RECURSIVE traded AS (
    (SELECT q.ticker FROM quote q WHERE q.ticker >= ${beginning} COLLATE "C" ORDER BY q.ticker LIMIT 1)
    UNION ALL
    SELECT (SELECT q.ticker FROM quote q WHERE q.ticker > traded.ticker ORDER BY q.ticker LIMIT 1)
    FROM traded WHERE starts_with(traded.ticker, ${beginning})
  )
  SELECT traded.ticker FROM traded WHERE starts_with(traded.ticker, ${beginning})`;

/**
 * Statement of the tickers that have quotes and begin with a text, but have neither a master record nor an index: those
 * whose quotes a search must read. One that every node of a cluster runs for itself.
 */
export const unlistedTickers = (beginning: string): Statement => ({
  text: `
    SELECT DISTINCT q.ticker FROM quote q
    WHERE starts_with(q.ticker, upper($1::text)) AND NOT EXISTS (SELECT FROM security s WHERE s.ticker = q.ticker)
      AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = q.ticker)`,
  values: [beginning],
});
