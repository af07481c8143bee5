import { createDataSource } from '../../../ormconfig.js';
import type { Config } from '../../config/config.js';
import type { PostgresAddress } from '../../database/connection.js';
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
      for (const check of [
        ...SERVER_CHECKS,
        ...(hasSchema ? [role, ...SCHEMA_CHECKS, ...MARKET_CHECKS, flaggedRecords, ...SOURCE_CHECKS] : []),
      ]) {
        findings.push(await finding(check, { config, address, client, dataSource, dataSets }));
      }
      return findings;
    });
  } finally {
    await dataSource.destroy();
  }
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
