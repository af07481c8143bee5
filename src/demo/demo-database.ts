import type { PostgresAddress } from '../database/connection/connection.js';
import { withClient } from '../database/servers/with-client.js';

/** Prefix of the names that the demo records in `shipped_data`. */
export const MARK = 'demo ';

/** The database holds data other than the demo's, which must not be mixed with it. */
export class NotADemoDatabase extends Error {
  constructor() {
    super(
      'this database holds quotes or securities that are not the demo market, and the demo never mixes with ' +
        'others: give it an empty database (DATABASE_URL) or its own folder (DATA_DIR)',
    );
  }
}

/**
 * Throws {@link NotADemoDatabase} unless the database has neither quotes nor securities, or the demo was loaded into
 * it before. Changes nothing, not even the schema.
 */
export async function checkDemoDatabase(address: PostgresAddress): Promise<void> {
  await withClient(
    address,
    async (client) => {
      const { rows: tables } = await client.query<{ exists: boolean }>(
        `SELECT to_regclass('quote') IS NOT NULL AND to_regclass('security') IS NOT NULL
        AND to_regclass('shipped_data') IS NOT NULL AS exists`,
      );
      if (!tables[0]?.exists) return;
      const { rows: states } = await client.query<{ foreign: boolean }>(
        `SELECT NOT EXISTS (SELECT 1 FROM shipped_data WHERE name LIKE '${MARK}%')
        AND (EXISTS (SELECT 1 FROM quote) OR EXISTS (SELECT 1 FROM security)) AS foreign`,
      );
      if (states[0]?.foreign) throw new NotADemoDatabase();
    },
    { limits: true },
  );
}
