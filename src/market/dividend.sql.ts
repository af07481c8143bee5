/**
 * SELECT of the cash dividends with an ex-date in the 12 months up to a day, one row: `cash`, VND per share of that
 * day, null if there are none. `ticker` and `day` are SQL expressions, a text and a date.
 *
 * A dividend is stated per share held before its ex-date. Each later ex-date, up to the day, on which shares become
 * more or fewer divides it by 1 + free shares + rights per share, as it does the price; actions of its own ex-date do
 * not. Ex-dates count, not the bars on which they become effective: the order of two actions matters even while a stock
 * does not trade. Ex-dates whose actions together leave no share change nothing, as in `adjustments`. Any action later
 * than a dividend of the 12 months lies in them too: one read of the actions gives both.
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

/**
 * SQL of the number of shares of a day that one share of an earlier day has become: the product of 1 + free shares +
 * rights per share of the ex-dates after that day, as for {@link yearOfDividends}; 1 if there are none. `since` and
 * `day`: SQL of dates.
 */
export const shareGrowth = ({ ticker, since, day }: Record<'ticker' | 'since' | 'day', string>) => `
  coalesce((
    SELECT product(e.share_factor ORDER BY e.ex_date) FILTER (WHERE e.share_factor > 0)
    FROM (
      SELECT a.ex_date, 1 + coalesce(sum(a.share_ratio), 0) + coalesce(sum(a.rights_ratio), 0) AS share_factor
      FROM corporate_action a
      WHERE a.ticker = ${ticker} AND a.ex_date > ${since} AND a.ex_date <= ${day}
      GROUP BY a.ex_date) e), 1)`;
