/** Servers under test, each in a process of its own on the same database. */
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/build.mjs';

export const TOKEN = 'bench-bench-bench-bench';

/** Starts `floor`, `naive` or `service`; `rss()` is its resident memory in MB. */
export async function startServer(name, url) {
  const port = await freePort();
  const child = name === 'service' ? service(url, port) : script(name, url, port);
  const base = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`${base}/quote?ticker=T0001&limit=1`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    }).catch(() => undefined);
    if (answer?.status === 200) break;
    if (child.exitCode !== null || attempt > 600) throw new Error(`${name} did not start`);
    await sleep(50);
  }
  return {
    name,
    base,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

function script(name, url, port) {
  return fork(join(root, `bench/read/${name}.mjs`), {
    env: { ...process.env, URL: url, TOKEN, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function service(url, port) {
  return spawn(process.execPath, [join(root, 'scripts/start.mjs'), 'main'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: url,
      BOOTSTRAP_ADMIN_TOKEN: TOKEN,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
