/** Start-up: from the start of the process to the first 200 of /health/ready, with the build already there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, spawnService, stopProcess } from '../read/servers.mjs';
import { median } from '../statistics.mjs';

/** Pause between two readiness checks, ms. */
const PAUSE = 5;
/** Longest that a start may take, ms. */
const PATIENCE = 60_000;

/** Resolves to the medians, ms, of the first start on an empty data folder and of the later ones. */
export async function measureStarts({ options, say }) {
  const first = [];
  const restarts = [];
  for (let round = 0; round < options.rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'mds-bench-start-'));
    try {
      first.push(await start(folder));
      restarts.push(await start(folder), await start(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const result = { first_ms: median(first), again_ms: median(restarts) };
  say(`start: first ${result.first_ms.toFixed(0)} ms, later ${result.again_ms.toFixed(0)} ms`);
  return result;
}

async function start(folder) {
  const port = await freePort();
  const began = performance.now();
  const child = spawnService({ PORT: String(port), DATABASE_URL: '', DATA_DIR: join(folder, 'data') });
  try {
    while (performance.now() - began < PATIENCE) {
      const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
      if (answer?.status === 200) return performance.now() - began;
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      await sleep(PAUSE);
    }
    throw new Error('the service did not start');
  } finally {
    await stopProcess(child);
  }
}
