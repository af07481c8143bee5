/**
 * The floor: a bare node:http server with a bearer check that passes on the JSON of one prepared statement.
 * Environment: URL (of the database), TOKEN, PORT.
 */
import http from 'node:http';
import pg from 'pg';

const { URL: url, TOKEN, PORT } = process.env;
const pool = new pg.Pool({ connectionString: url, max: 16 });
const TEXT = `SELECT coalesce(json_agg(line), '[]')::text AS body FROM (
  SELECT ticker, date, open, high, low, close, volume FROM quote
  WHERE ticker = $1::text AND date >= $2::date ORDER BY date DESC LIMIT $3::bigint) line`;

http
  .createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
    const query = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
    const values = [query.get('ticker'), query.get('from_date') ?? '19000101', query.get('limit') ?? 100];
    const { rows } = await pool.query({ name: 'floor', text: TEXT, values });
    response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0].body);
  })
  .listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
