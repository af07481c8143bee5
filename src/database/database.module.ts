import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { LOGGER, type Logger } from '../log/log.js';
import { Changes } from './changes.js';
import type { PostgresAddress } from './connection.js';
import { Database, POSTGRES_ADDRESS } from './database.js';
import { ReadRouter } from './read-router.js';

/** The connection to PostgreSQL, for the whole application. */
@Global()
@Module({})
export class DatabaseModule {
  /**
   * `dataSource`: of the same address, with the entities. `connect: false` builds everything and connects nothing:
   * enough to describe the API.
   */
  static at(address: PostgresAddress, dataSource: DataSource, { connect = true } = {}): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({
            ...dataSource.options,
            retryAttempts: 1,
            manualInitialization: !connect,
          }),
        }),
      ],
      providers: [
        { provide: POSTGRES_ADDRESS, useValue: address },
        {
          provide: ReadRouter,
          useFactory: (config: Config, log: Logger, changes: Changes) =>
            new ReadRouter(address, config.DATABASE_REPLICA_URLS, log, () => changes.isListening),
          inject: [CONFIG, LOGGER, Changes],
        },
        Database,
        Changes,
      ],
      exports: [Database, Changes, ReadRouter, POSTGRES_ADDRESS],
    };
  }
}
