import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { migrateSchema, NewerSchema } from '../../src/database/migrate.js';
import { cloneDatabase } from '../app.js';
import { cleanUp } from '../embedded/harness.js';
import { runImport } from '../import/command.js';
import { connect, Service, urlOf } from './harness.js';
import { PATIENCE } from './rounds.js';

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

  it('is refused by commands, and by a start that finds a migration of its own missing as well', async () => {
    const { address, database } = await newer();
    const { code, stderr } = await runImport(address, ['quote', '/dev/null']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('newer than this service')]);
    await database.query(`DELETE FROM schema_migration WHERE name LIKE 'Webhooks%'`);
    await expect(migrateSchema(address)).rejects.toThrow(NewerSchema);
  });
});
