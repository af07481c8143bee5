import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sendSignal } from '../../src/database/embedded/postmaster.js';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { childrenOf } from '../faults/harness.js';

const LAUNCHER = join(import.meta.dirname, '../../scripts/launch.mjs');
const FLAGS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../scripts/engine-flags.json'), 'utf8'),
) as string[];
const PATIENCE = 120_000;

interface Launcher {
  launcher: ChildProcess;
  dataDir: string;
  output(): string;
}

describe('the launcher of npm start, on Linux', () => {
  afterEach(cleanUp);

  async function launch(...line: string[]): Promise<Launcher> {
    const dataDir = await preparedFolder();
    const { DATABASE_URL: _, ...environment } = process.env;
    const launcher = spawn(process.execPath, [LAUNCHER, ...line], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...environment, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    });
    let output = '';
    launcher.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
    atEnd(async () => {
      launcher.kill('SIGKILL');
    });
    return { launcher, dataDir, output: () => output };
  }

  const untilEnd = ({ launcher }: Launcher) =>
    until('the launcher ends', () => launcher.exitCode !== null || launcher.signalCode !== null, PATIENCE);
  const runs = (pid: number) => existsSync(`/proc/${pid}`);

  /** Process id of the service, which is the launcher itself if node can replace itself. */
  async function serviceOf(instance: Launcher): Promise<number> {
    await until('it is ready', () => / is ready at /.test(instance.output()), PATIENCE);
    const { pid = 0 } = instance.launcher;
    const service = 'execve' in process ? pid : (childrenOf(pid)[0] ?? 0);
    atEnd(async () => {
      if (runs(service)) sendSignal(service, 'SIGKILL');
    });
    return service;
  }

  it('gives the service every engine setting, forwards SIGTERM, and ends after the service and its database', async () => {
    const instance = await launch('main');
    const service = await serviceOf(instance);
    const line = readFileSync(`/proc/${service}/cmdline`, 'utf8').split('\0');
    expect(line).toEqual(expect.arrayContaining(FLAGS));
    instance.launcher.kill('SIGTERM');
    await untilEnd(instance);
    expect(instance.launcher.signalCode).toBe('SIGTERM');
    expect(runs(service)).toBe(false);
    expect(existsSync(join(instance.dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  });

  it('leaves neither a service nor a database behind when killed', async () => {
    const instance = await launch('main');
    const service = await serviceOf(instance);
    const [postmaster] = readFileSync(join(instance.dataDir, 'postgresql/postmaster.pid'), 'utf8').split(
      '\n',
    );
    instance.launcher.kill('SIGKILL');
    await until('the service ends', () => !runs(service), PATIENCE);
    await until('its database ends', () => !runs(Number(postmaster)), PATIENCE);
  });

  it('ends with the exit code of a refused start', async () => {
    const instance = await launch('main', '--verbose');
    await untilEnd(instance);
    expect(instance.launcher.exitCode).toBe(1);
    expect(instance.output()).toMatch(/no arguments are read here \(given: --verbose\)/);
  });
});
