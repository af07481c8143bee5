import pg from 'pg';
import { createDataSource } from '../../../ormconfig.js';
import type { Config } from '../../config/config.js';
import { placedTables } from '../../database/cluster.js';
import { connectionSettings, type PostgresAddress } from '../../database/connection.js';
import { Gathering } from '../../database/gathering.js';
import { primaryOf } from '../../database/servers.js';
import { migrationsOf, withClient } from '../../database/with-client.js';
import type { DataSets } from '../../modules/dataset/data-set.js';
import type { Check, Finding, Patient } from './finding.js';
import { flaggedRecords } from './flag-check.js';
import { MARKET_CHECKS } from './market-checks.js';
import { role } from './role-check.js';
import { SCHEMA_CHECKS } from './schema-checks.js';
import { SERVER_CHECKS } from './server-checks.js';
import { SOURCE_CHECKS } from './source-checks.js';

/** Looks at a database in every way; changes nothing, works beside a running service. */
export async function examine(
  config: Config,
  address: PostgresAddress,
  dataSets: DataSets,
): Promise<Finding[]> {
  // TypeORM looks at the schema with several statements at once on one connection, which has to be allowed explicitly.
  const dataSource = await createDataSource(address, { pipeline: true }).initialize();
  try {
    return await withClient(address, async (client) => {
      const findings: Finding[] = [];
      const hasSchema = (await migrationsOf(client)).length > 0;
      const pool = new pg.Pool({
        ...connectionSettings(await primaryOf(address), { limits: false }),
        max: 1,
      });
      try {
        const patient = { config, address, client, dataSource, dataSets, read: reader(client, pool) };
        for (const check of [
          ...SERVER_CHECKS,
          ...(hasSchema ? [role, ...SCHEMA_CHECKS, ...MARKET_CHECKS, flaggedRecords, ...SOURCE_CHECKS] : []),
        ]) {
          findings.push(await finding(check, patient));
        }
        return findings;
      } finally {
        await pool.end();
      }
    });
  } finally {
    await dataSource.destroy();
  }
}

/** See {@link Patient.read}; `pool`, of the same database, is only used where that is a cluster. */
function reader(client: pg.Client, pool: pg.Pool): Patient['read'] {
  const gathering = new Gathering();
  return async <Row extends object>(text: string) => {
    const run = async () => (await client.query<Row>(text)).rows;
    const isCluster = (await placedTables(client)).length > 0;
    return isCluster ? gathering.read({ text, values: [] }, run, pool) : run();
  };
}

async function finding(check: Check, patient: Patient): Promise<Finding> {
  try {
    return { check: check.name, ...(await check.look(patient)) };
  } catch (error) {
    return {
      check: check.name,
      status: 'fail',
      detail: `could not be checked: ${(error as Error).message}`,
      advice: 'Mend what stands above first',
    };
  }
}

/** The findings as a table for people. */
export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, status, detail, advice }) => {
      const line = `${status.padEnd(4)}  ${check.padEnd(width)}  ${detail}`;
      return advice === undefined ? line : `${line}\n${' '.repeat(width + 8)}→ ${advice}`;
    })
    .join('\n');
}
