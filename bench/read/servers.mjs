/** Servers under test, each in a separate process on the same database. */
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/build.mjs';
import { PLAIN_TABLE } from './database.mjs';

export const TOKEN = 'bench-bench-bench-bench';
export const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };

/** The script of each server, and the table that it reads. */
const SCRIPTS = {
  floor: ['floor', PLAIN_TABLE],
  'floor, covering index': ['floor', 'quote'],
  naive: ['naive', PLAIN_TABLE],
};

/** Pause between two readiness checks, ms, and the number of checks. */
const PAUSE = 50;
const ATTEMPTS = 2400;

/**
 * Starts the service or one of {@link SCRIPTS} on a database and waits until it answers.
 * `floor` reads the plain table; `floor, covering index` the service's own, to show what its index gains.
 */
export async function startServer(name, url) {
  if (name === 'service') return startService({ DATABASE_URL: url });
  const [file, table] = SCRIPTS[name];
  return startScript(name, `bench/read/${file}.mjs`, { URL: url, TABLE: table });
}

/** Starts the service by a script of package.json and waits until it is ready. */
export async function startService(environment, script = 'start') {
  const port = await freePort();
  const child = spawnService({ PORT: String(port), ...environment }, script);
  const base = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`${base}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) break;
    if (child.exitCode !== null || attempt > ATTEMPTS) throw new Error('the service did not start');
    await sleep(PAUSE);
  }
  return { name: 'service', base, pid: child.pid, stop: () => stopProcess(child) };
}

/** Starts a server of this benchmark with TOKEN and PORT and waits until it reports that it is ready. */
export async function startScript(name, file, environment) {
  const port = await freePort();
  const child = fork(join(root, file), {
    env: { ...process.env, ...environment, TOKEN, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error(`${name} did not start`)));
  });
  return { name, base: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => stopProcess(child) };
}

/**
 * Starts the service as `npm start` does, or another script of package.json, with its engine settings but without its
 * launcher; no output.
 */
export function spawnService(environment, script = 'start') {
  const flags = JSON.parse(readFileSync(join(root, 'scripts/engine-flags.json'), 'utf8'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const program = scripts[script].split(' ').at(-1);
  return spawn(process.execPath, [...flags, join(root, 'scripts/start.mjs'), program], {
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

/** Asks a process to exit and waits until it has. */
export async function stopProcess(child) {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await exit;
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
