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
