/** Values of the stored data that requests are filled with. */
import { randomNumbers } from '../random.mjs';

/** Days that lists end on: the last ones, so that enough data lies before them for every list. */
const DAYS = 250;
/** Largest offset into a list that has no other parameters. */
const OFFSETS = 8;

/** SQL of the values of each name in braces, as texts in a column named `value`. */
const SOURCES = {
  // Those with enough bars for a list of 250 on each of the days
  ticker: `SELECT ticker AS value FROM quote JOIN security USING (ticker) WHERE security_type = 'stock'
    GROUP BY ticker HAVING count(*) > 700 AND max(date) = (SELECT max(date) FROM quote) ORDER BY ticker`,
  day: `SELECT to_char(date, 'YYYYMMDD') AS value FROM quote GROUP BY date ORDER BY date DESC LIMIT ${DAYS}`,
  second: `SELECT extract(epoch FROM date)::bigint::text AS value FROM quote GROUP BY date ORDER BY date DESC LIMIT ${DAYS}`,
  book: 'SELECT DISTINCT ticker AS value FROM market_depth ORDER BY ticker',
  index: `SELECT DISTINCT code AS value FROM index_constituent ORDER BY code`,
  exchange: 'SELECT DISTINCT exchange AS value FROM security ORDER BY exchange',
  word: `SELECT DISTINCT lower(word) AS value FROM security, regexp_split_to_table(name_en, '\\W+') word
    WHERE length(word) > 2 ORDER BY 1`,
  letter: `SELECT DISTINCT left(ticker, 2) AS value FROM security ORDER BY 1`,
  country: 'SELECT cca2 AS value FROM country ORDER BY cca2',
  region: `SELECT record ->> 'region' AS value FROM country GROUP BY 1 HAVING count(*) > 40 ORDER BY 1`,
  // Those that have a history
  quote: `SELECT DISTINCT record_id AS value FROM audit_event WHERE resource = 'quote' AND record_id IS NOT NULL ORDER BY 1`,
  settlement: 'SELECT id AS value FROM settlement ORDER BY country, date',
  statistic: 'SELECT id AS value FROM daily_statistic ORDER BY ticker, date LIMIT 1000',
  data_set: `SELECT unnest(ARRAY['quote', 'settlement', 'security', 'currency', 'news', 'filing']) AS value`,
  event: `SELECT id::text AS value FROM audit_event ORDER BY id LIMIT 1000`,
  webhook: 'SELECT id AS value FROM webhook ORDER BY url',
  token: 'SELECT id AS value FROM api_token ORDER BY principal',
  offset: `SELECT generate_series(1, ${OFFSETS})::text AS value`,
};

/**
 * Resolves to a function that fills in the names of a request; the same requests in every run on the same data. `most`:
 * values of each name, spread over all available ones.
 */
export async function openValues(client, most = Number.POSITIVE_INFINITY) {
  const values = {};
  for (const [name, text] of Object.entries(SOURCES)) {
    const all = (await client.query(text)).rows.map(({ value }) => value);
    if (all.length === 0) throw new Error(`there is no ${name} to ask for`);
    const step = Math.max(1, all.length / most);
    values[name] = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  }
  const random = randomNumbers();
  return (request) => {
    const chosen = {};
    const fill = (text) =>
      text.replaceAll(/\{(\w+)\}/g, (_all, name) => {
        chosen[name] ??= values[name][random(values[name].length)];
        return encodeURI(chosen[name]);
      });
    const { path, naive } = request;
    return { path: fill(path), ...(naive && { naive: fill(naive) }) };
  };
}
