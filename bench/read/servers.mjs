/** Servers under test, each in a process of its own on the same database. */
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/build.mjs';
import { PLAIN_TABLE } from './market.mjs';

export const TOKEN = 'bench-bench-bench-bench';
export const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };

/** Which script each server is, and the table that it reads. */
const SCRIPTS = {
  floor: ['floor', PLAIN_TABLE],
  'floor, covering index': ['floor', 'quote'],
  naive: ['naive', PLAIN_TABLE],
};

/**
 * Starts the service or one of {@link SCRIPTS} on a database and waits until it answers.
 * `floor` reads the plain table; `floor, covering index` the service's own, to tell what its index brings.
 */
export async function startServer(name, url) {
  const port = await freePort();
  const child =
    name === 'service' ? spawnService({ PORT: String(port), DATABASE_URL: url }) : script(name, url, port);
  const base = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`${base}/quote?ticker=T0001&limit=1`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    }).catch(() => undefined);
    if (answer?.status === 200) break;
    if (child.exitCode !== null || attempt > 2400) throw new Error(`${name} did not start`);
    await sleep(50);
  }
  return {
    name,
    base,
    pid: child.pid,
    stop: () => stopped(child),
  };
}

function script(name, url, port) {
  const [file, table] = SCRIPTS[name];
  return fork(join(root, `bench/read/${file}.mjs`), {
    env: { ...process.env, URL: url, TABLE: table, TOKEN, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** As `npm start` does, with its settings of the engine but without its launcher; says nothing. */
export function spawnService(environment) {
  const flags = JSON.parse(readFileSync(join(root, 'scripts/engine-flags.json'), 'utf8'));
  return spawn(process.execPath, [...flags, join(root, 'scripts/start.mjs'), 'main'], {
    cwd: tmpdir(), // where no .env changes the settings
    env: {
      ...process.env,
      BOOTSTRAP_ADMIN_TOKEN: TOKEN,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: 'ignore',
  });
}

/** Asks a process to end and waits until it has. */
export async function stopped(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await ended;
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
