/**
 * SELECT of the cash dividends with an ex-date in the 12 months to a day, one row: `cash`, VND a share of that day,
 * null where there are none. `ticker` and `day` are SQL expressions, a text and a date.
 *
 * A dividend is told a share held before its ex-date. Each later ex-date until the day on which shares become more or
 * fewer divides it by 1 + free shares + rights a share, as it does the price; actions of its own ex-date do not. Taken
 * from the ex-dates, not from the bars on which they become effective: of two actions while a stock does not trade,
 * the order counts. Ex-dates whose actions together leave no share change nothing, as in `adjustments`. What is later
 * than a dividend of the 12 months lies in them too: one look at the actions of a day tells both.
 */
export const yearOfDividends = ({ ticker, day }: { ticker: string; day: string }) => `
  SELECT sum(paid.cash / coalesce(paid.later_factor, 1)) AS cash
  FROM (
    SELECT e.cash, product(e.share_factor) FILTER (WHERE e.share_factor > 0) OVER (
      ORDER BY e.ex_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later_factor
    FROM (
      SELECT a.ex_date, sum(a.cash_dividend) AS cash,
        1 + coalesce(sum(a.share_ratio), 0) + coalesce(sum(a.rights_ratio), 0) AS share_factor
      FROM corporate_action a
      WHERE a.ticker = ${ticker} AND a.ex_date <= ${day} AND a.ex_date > ${day} - interval '1 year'
      GROUP BY a.ex_date) e) paid`;
