/** Sends requests to a service behind a tap and records which statements their answers need. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_CACHE } from '../read/scenarios.mjs';
import { AUTHORIZATION } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Requests of each read: this many, or fewer if together they take longer than the time below, ms. */
const MOST = 50;
const LEAST = 8;
const PATIENCE = 500;
/** Most answers read until two in a row have needed the same statements. */
const ATTEMPTS = 10;

/** Longer than the pause between statements that the service sends on its own, and than it trusts a token, ms. */
const REST = 5500;
/** A read that takes nothing from the database. */
const NO_DATA = '/udf/time';

/** Headers sent with a request. */
export const headersOf = ({ isCached }) => ({
  ...AUTHORIZATION,
  accept: 'application/json',
  ...(isCached ? {} : NO_CACHE),
});

/**
 * Resolves to the texts of the statements that a service sends whatever is requested: while idle, and for the token.
 */
export async function textsBesideReads({ base, tap }) {
  tap.take();
  await sleep(REST);
  await fetch(base + NO_DATA, { headers: headersOf({ isCached: false }) });
  return new Set(tap.take().map(({ text }) => text));
}

/**
 * Resolves to `requests`: each `path`, `naive`, `statements` (`text`, `values`), `body`; and over all of them `rows`
 * (undefined for a single record), `ms` per answer, and how the answer is `made`.
 */
export async function record(request, { base, tap, beside, fill, client }) {
  const requests = [];
  const times = [];
  const began = performance.now();
  while (requests.length < MOST && (requests.length < LEAST || performance.now() - began < PATIENCE)) {
    const { path, naive } = fill(request);
    // Answers are cached from the second time on: the floor then runs no statement either.
    if (request.isCached) for (let time = 0; time < 2; time++) await read(base + path, headersOf(request));
    const { ms, ...answer } = await settledRecording(
      base + path,
      { tap, beside, headers: headersOf(request) },
      requests.at(-1)?.statements,
    );
    times.push(ms);
    requests.push({ path, naive, ...answer });
  }
  const rows = requests.map(({ body }) => rowsOf(body));
  return {
    requests,
    rows: rows[0] === undefined ? undefined : median(rows),
    ms: median(times),
    made: request.isCached ? 'cached' : await maker(requests[0], client),
  };
}

/**
 * The answer once it needs the same statements as the one before: statements that the service runs only once, or for
 * itself, are excluded.
 */
async function settledRecording(url, { tap, beside, headers }, former) {
  let expected = former;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    tap.take();
    const began = performance.now();
    const { body, type } = await read(url, headers);
    const ms = performance.now() - began;
    const statements = tap.take().filter(({ text }) => !beside.has(text));
    if (expected !== undefined && textsOf(statements) === textsOf(expected)) {
      return { statements, body, ms, type };
    }
    expected = statements;
  }
  throw new Error(`${url}: every answer takes other statements`);
}

async function read(url, headers) {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${body}`);
  return { body, type: answer.headers.get('content-type') };
}

const textsOf = (statements) => statements.map(({ text }) => text).join(';\n');

/** Rows of an answer; undefined when it is a single record. */
function rowsOf(body) {
  const answer = JSON.parse(body);
  if (Array.isArray(answer)) return answer.length;
  // Lists of the UDF protocol are columns.
  return [answer.data, answer.t, answer.symbol].find(Array.isArray)?.length;
}

/** Whether the answer is a text from the database, is computed from its rows, or needs no statement at all. */
async function maker({ statements, body }, client) {
  if (statements.length === 0) return 'no SQL';
  for (const { text, values } of statements) {
    const { rows } = await client.query(text, values);
    const texts = Object.values(rows[0] ?? {}).filter((value) => typeof value === 'string');
    // The text of a page has one row more than its answer.
    if (texts.some((each) => each.length * 2 > body.length && body.includes(each.slice(0, 100))))
      return 'SQL';
  }
  return 'computed';
}
