import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { setUpApp } from './app.setup.js';
import { TokenService } from './auth/token.service.js';
import type { Config } from './config/config.js';
import type { PostgresAddress } from './database/connection/connection.js';
import { migrateSchema } from './database/schema/migrate.js';
import { serviceAddress } from './database/schema/service-role.js';
import { ReplyAdapter } from './http/replies/reply.adapter.js';
import { ShippedStatements } from './modules/fundamental/statements/shipped-statements.js';
import { ShippedIndices } from './modules/index/shipped-indices.js';
import { ShippedReference } from './modules/reference/shipped-reference.js';
import { SettlementService } from './modules/settlement/settlement.service.js';
import { DataNotice } from './operations/data-notice.js';

/** Principal of the first admin token of an empty database. */
export const FIRST_ADMIN = 'admin@localhost';

/** A service ready to listen, with the first admin token if this start created it. */
export interface PreparedService {
  app: NestExpressApplication;
  /** shown once; null when the database already had a token or BOOTSTRAP_ADMIN_TOKEN was given */
  firstToken: string | null;
  /** whether the data are real, as of the last check */
  notice: DataNotice;
  /** what the operator should know about the service's rights in its database */
  warning: string | undefined;
}

/**
 * Migrates, builds the application, loads the shipped data and creates the first admin token. `say` reports what the
 * start is waiting for.
 */
export async function prepare(
  config: Config,
  address: PostgresAddress,
  say?: (line: string) => void,
): Promise<PreparedService> {
  await migrateSchema(address, { say });
  const own = await serviceAddress(address);
  const app = await buildApp(config, own.address);
  const token = await orClose(app, () => loadShipped(app, config));
  const firstToken = config.BOOTSTRAP_ADMIN_TOKEN === undefined ? token : null;
  return { app, firstToken, notice: app.get(DataNotice), warning: own.warning };
}

/** Loads the shipped data; returns the first admin token, or null if there is a token already. */
async function loadShipped(app: NestExpressApplication, config: Config): Promise<string | null> {
  await app.get(SettlementService).loadShipped(new Date());
  await app.get(ShippedReference).load();
  await app.get(ShippedIndices).load();
  await app.get(ShippedStatements).load();
  return app.get(TokenService).issueFirst(FIRST_ADMIN, config.BOOTSTRAP_ADMIN_TOKEN);
}

/** Closes an application that will not serve, so that it keeps no connections: the caller may try again. */
async function orClose<Result>(app: NestExpressApplication, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Builds the application on a migrated database. */
export async function buildApp(config: Config, address: PostgresAddress): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, address),
    new ReplyAdapter(),
    {
      bodyParser: false,
      logger: ['error', 'warn', 'fatal'],
      abortOnError: false,
    },
  );
  setUpApp(app);
  return orClose(app, async () => {
    await app.init();
    await app.get(DataNotice).read();
    return app;
  });
}
