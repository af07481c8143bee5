import { DATA_SETS } from '../../src/data-sets.js';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { placementsOf } from '../../src/operations/distribution/placement.js';
import { onServer } from '../app.js';

/** Moves the tables of a database back to the coordinator, and makes it one without Citus. */
export function moveToOneServer(address: PostgresAddress): Promise<void> {
  return onServer(async (client) => {
    await client.query('DROP TRIGGER commit_in_two_phases ON audit_event');
    for (const table of [...placementsOf(DATA_SETS).keys(), 'cluster_commit']) {
      await client.query(`SELECT undistribute_table('${table}')`);
    }
    await client.query('ALTER FUNCTION tell_change(text, bigint) VOLATILE');
    await client.query('DROP EXTENSION citus CASCADE');
    await client.query('VACUUM ANALYZE');
  }, address);
}
