import pg from 'pg';
import { createDataSource } from '../../../ormconfig.js';
import type { Config } from '../../config/config.js';
import { placedTables } from '../../database/citus/cluster.js';
import { Gathering } from '../../database/citus/gathering.js';
import { connectionSettings, type PostgresAddress } from '../../database/connection/connection.js';
import { primaryOf } from '../../database/servers/servers.js';
import { migrationsOf, withClient } from '../../database/servers/with-client.js';
import type { DataSets } from '../../modules/dataset/data-set.js';
import type { Check, Finding, Patient } from './finding.js';
import { flaggedRecords } from './flag-check.js';
import { MARKET_CHECKS } from './market-checks.js';
import { role } from './role-check.js';
import { SCHEMA_CHECKS } from './schema-checks.js';
import { SERVER_CHECKS } from './server-checks.js';
import { SOURCE_CHECKS } from './source-checks.js';

/** Examines a database in every respect; changes nothing, works alongside a running service. */
export async function examine(
  config: Config,
  address: PostgresAddress,
  dataSets: DataSets,
): Promise<Finding[]> {
  // TypeORM reads the schema with several concurrent statements on one connection, which must be allowed explicitly.
  const dataSource = await createDataSource(address, { pipeline: true }).initialize();
  try {
    return await withClient(address, async (client) => {
      const findings: Finding[] = [];
      const hasSchema = (await migrationsOf(client)).length > 0;
      const isCluster = (await placedTables(client)).length > 0;
      const pool = isCluster
        ? new pg.Pool({ ...connectionSettings(await primaryOf(address), { limits: false }), max: 1 })
        : undefined;
      try {
        const read = pool ? clusterReader(client, pool) : reader(client);
        const patient = { config, address, client, isCluster, read, dataSource, dataSets };
        for (const check of [
          ...SERVER_CHECKS,
          ...(hasSchema ? [role, ...SCHEMA_CHECKS, ...MARKET_CHECKS, flaggedRecords, ...SOURCE_CHECKS] : []),
        ]) {
          findings.push(await finding(check, patient));
        }
        return findings;
      } finally {
        await pool?.end();
      }
    });
  } finally {
    await dataSource.destroy();
  }
}

/** See {@link Patient.read}. */
function reader(client: pg.Client): Patient['read'] {
  return async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
}

/** The same for a cluster; `pool`: of the same database. */
function clusterReader(client: pg.Client, pool: pg.Pool): Patient['read'] {
  const gathering = new Gathering();
  const run = reader(client);
  return <Row extends object>(text: string) =>
    gathering.read<Row>({ text, values: [] }, () => run<Row>(text), pool);
}

async function finding(check: Check, patient: Patient): Promise<Finding> {
  try {
    return { check: check.name, ...(await check.look(patient)) };
  } catch (error) {
    return {
      check: check.name,
      status: 'fail',
      detail: `could not be checked: ${(error as Error).message}`,
      advice: 'Fix the problems above first',
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
