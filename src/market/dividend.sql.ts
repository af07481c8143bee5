import { actionSums, shareFactor } from './adjustment.sql.js';
import { hasPrice } from './price.sql.js';
import { isPublished, type Published } from './published.sql.js';

/** A security and a day up to which its actions count, as SQL of a text and a date. */
interface ActionScope {
  ticker: string;
  day: string;
  published: Published;
}

/**
 * SELECT of the ex-dates of a security after a day and up to another one: `ex_date`, `dividend` (cash per share, null
 * without one) and `share_factor`, 1 + free shares + rights per share, without rights that do not cost less than the close
 * before (see `shareFactor`); those without a close before count.
 */
const exDates = ({ ticker, day, published }: ActionScope, since: string) => `
  SELECT e.ex_date, e.dividend, ${shareFactor(`coalesce(previous.close, 'Infinity')`, 'e')} AS share_factor
  FROM (
    SELECT a.ex_date, sum(a.cash_dividend) AS dividend, ${actionSums()}
    FROM corporate_action a
    WHERE a.ticker = ${ticker} AND a.ex_date <= ${day} AND a.ex_date > ${since}
    GROUP BY a.ex_date) e
  LEFT JOIN LATERAL (
    SELECT earlier.close FROM quote earlier
    WHERE earlier.ticker = ${ticker} AND earlier.date < e.ex_date AND ${hasPrice('earlier')} AND ${isPublished('earlier', published)}
    ORDER BY earlier.date DESC LIMIT 1) previous ON e.rights <> 0`;

/**
 * SELECT of the cash dividends with an ex-date in the 12 months up to a day, one row: `cash`, VND per share of that
 * day, null if there are none.
 *
 * A dividend is stated per share held before its ex-date. Each later ex-date, up to the day, on which shares become
 * more or fewer divides it by its share factor, as it does the price; actions of its own ex-date do
 * not. Ex-dates count, not the bars on which they become effective: the order of two actions matters even while a stock
 * does not trade. Ex-dates whose actions together leave no share change nothing, as in `adjustments`. Any action later
 * than a dividend of the 12 months lies in them too: one read of the actions gives both.
 */
export const yearOfDividends = (scope: ActionScope) => `
  SELECT sum(paid.dividend / coalesce(paid.later_factor, 1)) AS cash
  FROM (
    SELECT e.dividend, product(e.share_factor) FILTER (WHERE e.share_factor > 0) OVER (
      ORDER BY e.ex_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later_factor
    FROM (${exDates(scope, `${scope.day} - interval '1 year'`)}) e) paid`;

/**
 * SQL of the number of shares of a day that one share of an earlier day has become: the product of the share factors of
 * the ex-dates after that day, as for {@link yearOfDividends}; 1 if there are none. `since`: SQL of a date.
 */
export const shareGrowth = ({ since, ...scope }: ActionScope & { since: string }) => `
  coalesce((
    SELECT product(e.share_factor ORDER BY e.ex_date) FILTER (WHERE e.share_factor > 0)
    FROM (${exDates(scope, since)}) e), 1)`;
