/**
 * Memory of the service over a whole run. Its caches fill up to their limits, so the other memory is reported
 * separately: the peak of a part of the run minus what `mds_cache_bytes` reports after it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory, watchMemory } from '../memory.mjs';
import { AUTHORIZATION } from '../read/servers.mjs';

/** A newly started process releases the memory that starting took within this time, ms. */
const REST = 1000;

/** Begins with the service at rest. */
export async function followMemory({ pid, base }) {
  await sleep(REST);
  const rest_mb = residentMemory(pid);
  const watch = watchMemory(pid);
  const parts = {};
  return {
    /** Ends a part of the run. */
    async note(name) {
      const peak_mb = watch.peak();
      const answer = await fetch(`${base}/metrics`, { headers: AUTHORIZATION });
      const bytes = /^mds_cache_bytes (\S+)$/m.exec(await answer.text())?.[1];
      const cache_mb = Number(bytes) / 2 ** 20;
      parts[name] = { peak_mb, cache_mb, beside_mb: peak_mb - cache_mb };
    },
    end() {
      watch.end();
      const most = (key) => Math.max(...Object.values(parts).map((part) => part[key]));
      const beside_mb = most('beside_mb');
      const [worst] = Object.entries(parts).find(([, part]) => part.beside_mb === beside_mb);
      return { rest_mb, peak_mb: most('peak_mb'), cache_mb: most('cache_mb'), beside_mb, worst, parts };
    },
  };
}
