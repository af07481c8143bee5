/**
 * The floor: a bare node:http server with a bearer check that runs the recorded statements of a request and sends the
 * recorded answer as text. Environment: URL (of the database), FILE (of the recordings), TOKEN, PORT.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import pg from 'pg';

const { URL: url, FILE, TOKEN, PORT } = process.env;
const { texts, requests } = JSON.parse(readFileSync(FILE, 'utf8'));
// The same address is requested both with and without asking for a fresh answer.
const [cachedAnswers, freshAnswers] = [true, false].map(
  (isCached) =>
    new Map(requests.filter((each) => each.isCached === isCached).map((each) => [each.path, each])),
);
const pool = new pg.Pool({ connectionString: url, max: 16, options: '-c TimeZone=UTC -c DateStyle=ISO' });

http
  .createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
    const answers = request.headers['cache-control'] === undefined ? cachedAnswers : freshAnswers;
    const { statements, body, type } = answers.get(request.url);
    for (const { text, values } of statements) {
      await pool.query({ name: `floor_${text}`, text: texts[text], values });
    }
    response.writeHead(200, { 'content-type': type }).end(body);
  })
  .listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
