import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MigrationLocked, migrateSchema, NewerSchema } from '../../src/database/schema/migrate.js';
import { cloneDatabase } from '../app.js';
import { cleanUp, until } from '../embedded/harness.js';
import { runImport } from '../import/command.js';
import { connect, Service, urlOf } from './harness.js';
import { PATIENCE, STEP } from './rounds.js';

jest.setTimeout(PATIENCE);

afterEach(cleanUp);

describe('a schema that is newer than the service', () => {
  const newer = async () => {
    const address = await cloneDatabase();
    const database = await connect(address);
    await database.query(
      `INSERT INTO schema_migration (timestamp, name) VALUES (99999999999999, 'Futures99999999999999')`,
    );
    return { address, database };
  };

  it('is refused at start with exit code 1 and both levels, and nothing is changed', async () => {
    const { address, database } = await newer();
    const level = async () => (await database.query('SELECT * FROM schema_migration ORDER BY 1')).rows;
    const before = await level();
    const service = Service.launch({ DATABASE_URL: urlOf(address) });
    await service.ended();
    expect(service.child.exitCode).toBe(1);
    expect(service.stderr).toMatch(
      /^Cannot start: The schema of this database is newer than this service: Futures99999999999999 has run, and version \S+ knows migrations up to \w+\d{13}\./,
    );
    expect(await level()).toEqual(before);
  });

  it('is refused by commands, and by a start that finds one of its own migrations missing as well', async () => {
    const { address, database } = await newer();
    const { code, stderr } = await runImport(address, ['quote', '/dev/null']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('newer than this service')]);
    await database.query(`DELETE FROM schema_migration WHERE name LIKE 'Webhooks%'`);
    await expect(migrateSchema(address)).rejects.toThrow(NewerSchema);
  });
});

describe('a migration lock that somebody holds', () => {
  const lockedDatabase = async (name: string) => {
    const address = await cloneDatabase();
    const holder = await connect(address);
    await holder.query(`SET application_name = '${name}'`);
    const { rows } = await holder.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid, pg_advisory_lock(7205184001)',
    );
    return { address, holder, pid: rows[0]?.pid };
  };

  it('a start says who holds it, keeps trying, and serves once it is free', async () => {
    const { address, holder, pid } = await lockedDatabase('forgotten psql');
    const service = Service.launch({ DATABASE_URL: urlOf(address) });
    const waitingLine = new RegExp(
      `^Waiting for the migration lock of the database: process ${pid} of the server \\(forgotten psql, from a local socket, connected since \\d{4}-\\S+Z\\) has it$`,
      'm',
    );
    await until('it says so', () => waitingLine.test(service.stderr), STEP);
    expect(service.hasEnded).toBe(false);
    await holder.end();
    await service.ready();
    expect(service.stderr.match(/Waiting for the migration lock/g)).toHaveLength(1);
  });

  it('a start gives up after a time, with the same message; so does a command', async () => {
    const { address, pid } = await lockedDatabase('forgotten psql');
    const lines: string[] = [];
    const migration = migrateSchema(address, { patience: 500, say: (line) => lines.push(line) });
    await expect(migration).rejects.toThrow(MigrationLocked);
    await expect(migration).rejects.toThrow(
      new RegExp(
        `not free within 0\\.5 s; process ${pid} of the server \\(forgotten psql.*pg_terminate_backend`,
      ),
    );
    expect(lines).toHaveLength(1);
  });

  it('a session of another login is named by its process', async () => {
    const { address, pid } = await lockedDatabase('hidden');
    const role = `mds_test_plain_${process.pid}`;
    const owner = await connect(address);
    await owner.query(`CREATE ROLE ${role} LOGIN; GRANT SELECT ON schema_migration TO ${role}`);
    try {
      const plain = 'url' in address ? address : { ...address, user: role };
      await expect(migrateSchema(plain, { patience: 0 })).rejects.toThrow(`process ${pid} of the server`);
    } finally {
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});
