import 'reflect-metadata';
import { basename } from 'node:path';
import { createDataSource } from '../../ormconfig.js';
import { parseConfig } from '../../src/config/config.js';
import { DATA_SETS } from '../../src/data-sets.js';
import type { PostgresAddress } from '../../src/database/connection.js';
import { Database } from '../../src/database/database.js';
import { migrateSchema } from '../../src/database/migrate.js';
import { serviceAddress } from '../../src/database/service-role.js';
import { type DemoLoad, loadDemo } from '../../src/demo/demo-loader.js';
import type { Schema } from '../../src/kinds/kinds.js';
import { columnsOf } from '../../src/modules/dataset/data-set.js';
import { STREAMS_OF_A_TOKEN } from '../../src/modules/event/event-streams.js';
import { STATEMENT_TEMPLATES } from '../../src/modules/fundamental/statements/shipped-statements.js';
import { SHIPPED_FILES } from '../../src/modules/reference/shipped-reference.js';
import { examine } from '../../src/operations/doctor/doctor.js';
import type { Finding } from '../../src/operations/doctor/finding.js';
import { shiftClock } from './clock.js';
import { runCommand } from './commands.js';

/** A data set as the registry describes it. */
export interface DataSetDescription {
  name: string;
  table: string;
  key: readonly string[];
  columns: ColumnDescription[];
}

export interface ColumnDescription {
  name: string;
  sqlType: string;
  optional: boolean;
  schema: Schema;
  example: unknown;
}

/** A file that ships with the service: its name, and the version that the code says it has. */
export interface ShippedFile {
  file: string;
  version: string;
}

/** What tests need of the service's code without a running instance; arguments and results are plain JSON. */
export const tasks = {
  /** Loads the demo into a migrated database, as the command does. */
  async loadDemo(login: PostgresAddress, lastDay: string): Promise<DemoLoad> {
    const { address } = await serviceAddress(login);
    const dataSource = await createDataSource(address).initialize();
    const database = new Database(dataSource, address);
    try {
      return await loadDemo(database, lastDay);
    } finally {
      await database.onApplicationShutdown();
      await dataSource.destroy();
    }
  },

  /** What `npm run doctor` finds, the settings being as in `environment`. */
  examine(environment: Record<string, string>, address: PostgresAddress): Promise<Finding[]> {
    return examine(parseConfig(environment), address, DATA_SETS);
  },

  /** A program of src/cli, run to its end. */
  runCommand,

  async migrate(address: PostgresAddress): Promise<void> {
    await migrateSchema(address);
  },

  /** Moves the clock that this process reads by so many ms from the true time; timers and PostgreSQL keep theirs. */
  shiftClock(milliseconds: number): void {
    shiftClock(milliseconds);
  },

  /** The files whose records every database gets. */
  shippedFiles(): { reference: ShippedFile[]; statements: ShippedFile } {
    const { file, version } = STATEMENT_TEMPLATES;
    return {
      reference: SHIPPED_FILES.map(({ file, version }) => ({ file, version })),
      statements: { file: basename(file.pathname), version },
    };
  },

  /** How many streams of events a token may have open at the same time. */
  streamsOfAToken(): number {
    return STREAMS_OF_A_TOKEN;
  },

  /** The registry of data sets. */
  dataSets(): DataSetDescription[] {
    return Object.values(DATA_SETS).map((dataSet) => ({
      name: dataSet.name,
      table: dataSet.table,
      key: dataSet.key,
      columns: columnsOf(dataSet).map(({ name, kind, optional }) => ({
        name,
        sqlType: kind.sqlType,
        optional,
        schema: kind.schema,
        example: (
          Reflect.getMetadata('swagger/apiModelProperties', dataSet.record.prototype, name) as {
            example: unknown;
          }
        ).example,
      })),
    }));
  },
};

export type Tasks = typeof tasks;
