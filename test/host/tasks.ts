import 'reflect-metadata';
import { basename } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../ormconfig.js';
import { AppModule } from '../../src/app.module.js';
import { describeOperations } from '../../src/app.setup.js';
import { parseConfig } from '../../src/config/config.js';
import { DATA_SETS } from '../../src/data-sets.js';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { Database } from '../../src/database/database.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { dataSourceSettings } from '../../src/database/schema/data-source.js';
import { migrateSchema } from '../../src/database/schema/migrate.js';
import { serviceAddress } from '../../src/database/schema/service-role.js';
import { type DemoLoad, lastDemoDay, loadDemo } from '../../src/demo/demo-loader.js';
import { withComponents } from '../../src/http/docs/components.js';
import type { Schema } from '../../src/kinds/kinds.js';
import { columnsOf, findDataSet } from '../../src/modules/dataset/data-set.js';
import { STREAMS_OF_A_TOKEN } from '../../src/modules/event/event-streams.js';
import { STATEMENT_TEMPLATES } from '../../src/modules/fundamental/statements/shipped-statements.js';
import { recordReader } from '../../src/modules/import/record-reader.js';
import { SHIPPED_FILES } from '../../src/modules/reference/shipped-reference.js';
import { examine } from '../../src/operations/doctor/doctor.js';
import type { Finding } from '../../src/operations/doctor/finding.js';
import { shiftClock } from './clock.js';
import { runCommand } from './commands.js';

/** A data set as described by the registry. */
export interface DataSetDescription {
  name: string;
  table: string;
  key: readonly string[];
  columns: ColumnDescription[];
  /** values of fields that a record leaves out */
  defaults: object;
}

/** A record that its data set does not accept, and the reason. */
export interface RefusedRecord {
  record: object;
  reason: string;
}

interface ColumnDescription {
  name: string;
  sqlType: string;
  optional: boolean;
  schema: Schema;
  example: unknown;
}

/** A file shipped with the service: its name, and its version according to the code. */
export interface ShippedFile {
  file: string;
  version: string;
}

/** Parts of the service's code that tests use without a running instance; arguments and results are plain JSON. */
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

  /** The last day of a demo created at a given moment. */
  lastDemoDay(moment: string): string {
    return lastDemoDay(new Date(moment));
  },

  /** Findings of `npm run doctor` with the settings in `environment`. */
  examine(environment: Record<string, string>, address: PostgresAddress): Promise<Finding[]> {
    return examine(parseConfig(environment), address, DATA_SETS);
  },

  /** Runs a program of src/cli to its end. */
  runCommand,

  /** Migrates a database; returns the names of the migrations that ran. */
  migrate(address: PostgresAddress): Promise<string[]> {
    return migrateSchema(address);
  },

  /** The names of all migrations, in their order. */
  migrations(): string[] {
    return MIGRATIONS.map(({ name }) => name);
  },

  /** Reverts a migrated database to some of the migrations; the ones kept are the oldest, or nearly so. */
  async revertTo(address: PostgresAddress, names: readonly string[]): Promise<void> {
    const settings = dataSourceSettings(address, { limits: false });
    const all = await new DataSource(settings).initialize();
    const done = () => all.query('SELECT name FROM schema_migration') as Promise<{ name: string }[]>;
    while ((await done()).some(({ name }) => !names.includes(name))) await all.undoLastMigration();
    await all.destroy();
    // A migration merged later than its timestamp is reverted with those before it.
    const migrations = MIGRATIONS.filter(({ name }) => names.includes(name));
    const some = await new DataSource({ ...settings, migrations }).initialize();
    await some.runMigrations();
    await some.destroy();
  },

  /** Those of the records to be imported that their data set does not accept. */
  refusedRecords(name: string, records: readonly object[]): RefusedRecord[] {
    const dataSet = findDataSet(DATA_SETS, name);
    if (dataSet === undefined) throw new Error(`There is no data set ${name}`);
    const read = recordReader(dataSet);
    return records.flatMap((record) => {
      const outcome = read(record);
      return typeof outcome === 'string' ? [{ record, reason: outcome }] : [];
    });
  },

  /** The OpenAPI document with everything inlined, and as served, with shared parts in its components. */
  async openApiDocuments(): Promise<{ whole: OpenAPIObject; served: OpenAPIObject }> {
    const nowhere = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' };
    const config = parseConfig({ LOG_LEVEL: 'silent' });
    const app = await NestFactory.create(AppModule.with(config, nowhere, { connect: false }), {
      logger: false,
      preview: true,
    });
    const whole = describeOperations(app);
    await app.close();
    return { whole, served: withComponents(whole) };
  },

  /** Moves the clock that this process reads by this many ms from the true time; timers and PostgreSQL keep theirs. */
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

  /** Number of event streams that a token may have open at the same time. */
  streamsOfAToken(): number {
    return STREAMS_OF_A_TOKEN;
  },

  /** The registry of data sets. */
  dataSets(): DataSetDescription[] {
    return Object.values(DATA_SETS).map((dataSet) => ({
      name: dataSet.name,
      table: dataSet.table,
      key: dataSet.key,
      defaults: dataSet.defaults ?? {},
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
