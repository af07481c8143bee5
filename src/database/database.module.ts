import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { LOGGER, type Logger } from '../log/log.js';
import { Changes } from './changes.js';
import { NodeRecovery } from './citus/node-recovery.js';
import { POSTGRES_ADDRESS, type PostgresAddress } from './connection/connection.js';
import { Database } from './database.js';
import { Heartbeat } from './servers/heartbeat.js';
import { ReadRouter } from './servers/read-router.js';

/** The connection to PostgreSQL, for the whole application. */
@Global()
@Module({})
export class DatabaseModule {
  /**
   * `dataSourceOf`: makes the DataSource of an address, with the entities. `connect: false` builds everything and
   * connects nothing: enough to describe the API.
   */
  static at(
    server: PostgresAddress,
    dataSourceOf: (address: PostgresAddress) => DataSource,
    { connect = true } = {},
  ): DynamicModule {
    const heartbeat = new Heartbeat(server);
    const { address } = heartbeat;
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: async () => {
            if (connect) await heartbeat.find();
            return {
              ...dataSourceOf(address).options,
              retryAttempts: 1,
              manualInitialization: !connect,
            };
          },
        }),
      ],
      providers: [
        {
          provide: Heartbeat,
          useFactory: (log: Logger) => {
            heartbeat.notifyOfMoves((server) =>
              log.warn({ server }, 'another server is the primary: writes go there'),
            );
            return heartbeat;
          },
          inject: [LOGGER],
        },
        { provide: POSTGRES_ADDRESS, useValue: address },
        {
          provide: ReadRouter,
          useFactory: (config: Config, log: Logger, changes: Changes) => {
            const isAway = () => heartbeat.isAway;
            const isReporting = () => changes.isListening && !isAway();
            const timeline = () => heartbeat.timeline;
            return new ReadRouter(address, config.DATABASE_REPLICA_URLS, log, {
              isReporting,
              isAway,
              timeline,
            });
          },
          inject: [CONFIG, LOGGER, Changes],
        },
        Database,
        Changes,
        NodeRecovery,
      ],
      exports: [Database, Changes, Heartbeat, ReadRouter, POSTGRES_ADDRESS],
    };
  }
}
