import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, constants, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { inspectPostmaster } from '../../src/database/embedded/postmaster-file.js';
import { type Command, type EndedProcess, startCommand } from '../commands.js';
import { atEnd, cleanUp, postgresBelow, temporaryFolder, until } from './harness.js';
import { preparedFolder } from './prepared-folder.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

afterEach(cleanUp);

describe('a command that a signal ends, on an embedded database that no service runs on', () => {
  const start = (command: Command, line: readonly string[], dataDir: string) => {
    const started = startCommand(command, line, { DATA_DIR: dataDir, DATABASE_URL: '' });
    atEnd(async () => void started.child.kill('SIGKILL'));
    return started;
  };

  /** A restore that has opened the database and waits for the first byte of its file. */
  const startWaiting = async (dataDir: string) => {
    const file = join(temporaryFolder(), 'backup.tar.gz');
    execFileSync('mkfifo', [file]);
    const started = start('restore', [file], dataDir);
    const writer = await until('the restore reads its file', () => openedForWriting(file));
    atEnd(async () => closeSync(writer));
    return started;
  };

  const expectNothingBehind = async (ended: EndedProcess, signal: NodeJS.Signals, dataDir: string) => {
    expect(ended).toMatchObject({ code: null, signal, stdout: '' });
    expect(ended.stderr).not.toMatch(/Failed|Warning|\n\s+at /);
    expect(postgresBelow(dataDir)).toEqual([]);
    expect(readdirSync(dataDir).sort()).toEqual(['postgresql', 'postgresql.log']);
    const next = await start('token', ['list'], dataDir).ended;
    expect(next).toMatchObject({ code: 0, stderr: `Database: ${dataDir} (DATA_DIR)\n` });
  };

  it.each(SIGNALS)(
    '%s in the middle of its work: stops PostgreSQL, and the next command starts it',
    async (signal) => {
      const dataDir = await preparedFolder();
      const { child, ended } = await startWaiting(dataDir);
      child.kill(signal);
      await expectNothingBehind(await ended, signal, dataDir);
    },
  );

  it('repeated signals, as npm sends them, do not prevent that', async () => {
    const dataDir = await preparedFolder();
    const { child, ended } = await startWaiting(dataDir);
    const repeat = setInterval(() => child.kill('SIGINT'), 1);
    try {
      await expectNothingBehind(await ended, 'SIGINT', dataDir);
    } finally {
      clearInterval(repeat);
    }
  });

  it('while PostgreSQL starts: it ends too', async () => {
    const dataDir = await preparedFolder();
    // The server is up, but lets nobody in yet; it ends only after this time, too.
    appendFileSync(join(dataDir, 'postgresql', 'postgresql.conf'), "pre_auth_delay = '20s'\n");
    const { child, ended } = start('token', ['list'], dataDir);
    await until('PostgreSQL is up', () => {
      const state = inspectPostmaster(join(dataDir, 'postgresql'));
      return state.kind === 'live' && state.file.status === 'ready';
    });
    child.kill('SIGINT');
    appendFileSync(join(dataDir, 'postgresql', 'postgresql.conf'), 'pre_auth_delay = 0\n');
    await expectNothingBehind(await ended, 'SIGINT', dataDir);
  });

  it('leaves PostgreSQL to a command that has joined it', async () => {
    const dataDir = await preparedFolder();
    const first = await startWaiting(dataDir);
    const second = await startWaiting(dataDir);
    const [server] = postgresBelow(dataDir);
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({ signal: 'SIGINT' });
    expect(postgresBelow(dataDir)).toContain(server);
    second.child.kill('SIGINT');
    await expectNothingBehind(await second.ended, 'SIGINT', dataDir);
  });
});

/** A descriptor of the pipe, once a process reads it. */
function openedForWriting(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined; // ENXIO: nobody reads yet
  }
}
