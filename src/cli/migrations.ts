import 'reflect-metadata';
import { createDataSource } from '../../ormconfig.js';
import type { PostgresAddress } from '../database/connection/connection.js';
import { migrateSchema } from '../database/schema/migrate.js';
import { withClient } from '../database/servers/with-client.js';
import { CommandError, runCommand } from './run.js';

const USAGE =
  'npm run migration:check    all migrations up, down and up again on a scratch database, then drift';
const SCRATCH = 'market_data_migration_check';

/** Verifies the migrations: up, down to nothing, up again, and no difference between schema and entities. */
await runCommand(USAGE, (withDatabase) =>
  withDatabase(
    async (_config, address) => {
      await onServer(address, `DROP DATABASE IF EXISTS ${SCRATCH}`);
      await onServer(address, `CREATE DATABASE ${SCRATCH}`);
      try {
        await check(scratchOf(address));
      } finally {
        await onServer(address, `DROP DATABASE ${SCRATCH}`);
      }
    },
    { asOwner: true, fresh: true },
  ),
);

async function check(address: PostgresAddress): Promise<void> {
  const up = await migrateSchema(address);
  const first = await schemaOf(address);
  // TypeORM reads the types of all array columns concurrently on one connection, which must be allowed explicitly.
  const dataSource = await createDataSource(address, { pipeline: true, limits: false }).initialize();
  try {
    for (const _ of up) await dataSource.undoLastMigration();
    const rest = await schemaOf(address);
    if (rest.length > 0) throw new CommandError(`Left behind by down:\n${rest.join('\n')}`);
    await migrateSchema(address);
    const second = await schemaOf(address);
    if (second.join('\n') !== first.join('\n'))
      throw new CommandError('The schema differs after up, down, up');
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    if (upQueries.length > 0) {
      throw new CommandError(
        `Schema and entities differ:\n${upQueries.map((each) => each.query).join('\n')}`,
      );
    }
    process.stdout.write(`${up.length} migrations: up, down, up the same; no drift\n`);
  } finally {
    await dataSource.destroy();
  }
}

/** Every column, index, constraint, function and trigger of the schema as text, except the migration log. */
async function schemaOf(address: PostgresAddress): Promise<string[]> {
  return withClient(
    address,
    async (client) => {
      const { rows } = await client.query<{ line: string }>(`
      SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migration'
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migration'
      UNION ALL SELECT format('constraint %s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('schema_migration'), 0)
      UNION ALL SELECT CASE WHEN prokind = 'a' THEN format('aggregate %s', oid::regprocedure)
                            ELSE pg_get_functiondef(oid) END
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      ORDER BY line`);
      return rows.map((row) => row.line);
    },
    { limits: true },
  );
}

async function onServer(address: PostgresAddress, text: string): Promise<void> {
  await withClient(address, (client) => client.query(text));
}

function scratchOf(address: PostgresAddress): PostgresAddress {
  if (!('url' in address)) return { ...address, database: SCRATCH };
  const url = new URL(address.url);
  url.pathname = `/${SCRATCH}`;
  return { url: url.href };
}
