/**
 * One greedy caller, in a separate process, so that handling its answers takes nothing from the measuring one. A line of
 * standard input is a path, which is requested <at once> times in parallel, each again as soon as it is answered, until
 * an empty line: then a JSON line reports how many answers had which status, and the longest time of one, ms.
 * Usage: node noise.mjs <url> <at once>; environment: TOKEN.
 */
import http from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , url, atOnce] = process.argv;
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(atOnce) });
const headers = { authorization: `Bearer ${process.env.TOKEN}`, accept: 'application/json' };
/** Pause after a refusal, ms: shorter than Retry-After asks for. */
const PAUSE = 50;

function ask(path, requests) {
  return new Promise((resolve) => {
    const request = http.get(url + path, { agent, headers }, (response) => {
      response.on('error', () => resolve('cut off'));
      response.on('end', () => resolve(response.statusCode)).resume();
    });
    request.on('error', () => resolve('no answer'));
    request.on('close', () => requests.delete(request));
    requests.add(request);
  });
}

/** Sends requests until `stop`, which cuts off those not answered yet. */
function clamour(path) {
  const totals = { statuses: {}, slowest: 0 };
  const requests = new Set();
  let isOver = false;
  const loops = Array.from({ length: Number(atOnce) }, async () => {
    while (!isOver) {
      const began = performance.now();
      const status = await ask(path, requests);
      if (isOver) return;
      totals.statuses[status] = (totals.statuses[status] ?? 0) + 1;
      totals.slowest = Math.max(totals.slowest, performance.now() - began);
      if (status !== 200) await sleep(PAUSE);
    }
  });
  return async () => {
    isOver = true;
    for (const request of requests) request.destroy();
    await Promise.all(loops);
    return totals;
  };
}

let stop;
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') stop = clamour(line);
  else process.stdout.write(`${JSON.stringify(await stop())}\n`);
}
