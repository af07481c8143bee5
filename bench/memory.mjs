/** Resident memory of a process and its descendants, MB. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const IS_LINUX = existsSync('/proc/self/status');
/** Pause between two samples, ms; ps takes longer than a file of /proc. */
const PAUSE = IS_LINUX ? 50 : 500;

export function residentMemory(pid) {
  if (!IS_LINUX) return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout) / 1024;
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const pids = children === '' ? [] : children.split(' ');
    return pids.reduce((sum, child) => sum + residentMemory(child), own);
  } catch {
    return 0; // it has ended
  }
}

/** Samples continuously; `peak()`: the maximum since its last call. */
export function watchMemory(pid) {
  let most = 0;
  const look = () => {
    most = Math.max(most, residentMemory(pid));
  };
  const timer = setInterval(look, PAUSE);
  return {
    peak() {
      look();
      const peak = most;
      most = 0;
      return peak;
    },
    end: () => clearInterval(timer),
  };
}
