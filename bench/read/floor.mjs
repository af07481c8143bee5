/**
 * The floor: a bare node:http server with a bearer check that returns the JSON of one prepared statement per request.
 * Environment: URL (of the database), TABLE, TOKEN, PORT.
 */
import http from 'node:http';
import pg from 'pg';

const { URL: url, TOKEN, PORT, TABLE } = process.env;
const pool = new pg.Pool({ connectionString: url, max: 16 });
const DAY = `SELECT coalesce(json_agg(line), '[]')::text AS body FROM (
  SELECT ticker, date, open, high, low, close, volume FROM ${TABLE}
  WHERE date = $1::date ORDER BY ticker LIMIT $2::bigint) line`;
const WINDOW = `SELECT coalesce(json_agg(line), '[]')::text AS body FROM (
  SELECT ticker, date, open, high, low, close, volume FROM ${TABLE}
  WHERE ticker = $1::text AND date >= $2::date ORDER BY date DESC LIMIT $3::bigint) line`;

http
  .createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
    const query = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
    const limit = query.get('limit') ?? 100;
    const date = query.get('date');
    const statement =
      date === null
        ? {
            name: 'window',
            text: WINDOW,
            values: [query.get('ticker'), query.get('from_date') ?? '19000101', limit],
          }
        : { name: 'day', text: DAY, values: [date, limit] };
    const { rows } = await pool.query(statement);
    response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0].body);
  })
  .listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
