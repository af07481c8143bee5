/**
 * Readers of one token who do not read what they requested, in a separate process, so that they take nothing from the
 * measuring one: half of them stall, half trickle, and a refused one retries soon. A line of standard input is answered
 * with a JSON line about them all; at its end they leave.
 * Usage: node crowd.mjs <url of an export> <readers of each kind>; environment: TOKEN.
 */
import http from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , url, each] = process.argv;
const headers = { authorization: `Bearer ${process.env.TOKEN}` };
/** Pause of a trickling reader between two reads, and of a refused one before it retries, ms. */
const PAUSE = 200;

const statuses = new Set();
/** codes of refusals that were read to the end */
const codes = new Set();

const request = () =>
  new Promise((resolve, reject) => {
    http.get(url, { headers, agent: false }, resolve).on('error', reject);
  });

/** Requests the export over and over, and reads nothing of it, or a little now and then. */
async function read(reader) {
  for (;;) {
    const response = await request().catch(() => undefined);
    if (response === undefined) continue;
    statuses.add(response.statusCode);
    if (response.statusCode === 200) await keepOpen(response, reader);
    else {
      reader.refusals++;
      const problem = await text(response).catch(() => undefined);
      if (problem !== undefined) codes.add(JSON.parse(problem).code);
      await sleep(PAUSE);
    }
  }
}

async function keepOpen(response, reader) {
  reader.isReading = true;
  response
    .on('error', () => undefined)
    .once('close', () => {
      reader.isReading = false;
    });
  while (reader.isReading) {
    if (reader.trickles) response.read(1_024);
    await sleep(PAUSE);
  }
}

const readers = Array.from({ length: 2 * Number(each) }, (_, index) => ({
  trickles: index >= Number(each),
  isReading: false,
  refusals: 0,
}));
for (const reader of readers) void read(reader);

for await (const _ of createInterface({ input: process.stdin })) {
  const state = {
    reading: readers.filter(({ isReading }) => isReading).length,
    waiting: readers.filter(({ isReading, refusals }) => !isReading && refusals === 0).length,
    refusals: readers.reduce((sum, { refusals }) => sum + refusals, 0),
    statuses: [...statuses].sort(),
    codes: [...codes],
  };
  process.stdout.write(`${JSON.stringify(state)}\n`);
}
process.exit();
