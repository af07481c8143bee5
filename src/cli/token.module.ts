import { type DynamicModule, Module } from '@nestjs/common';
import { createDataSource } from '../../ormconfig.js';
import { AuthModule } from '../auth/auth.module.js';
import type { Config } from '../config/config.js';
import { ConfigModule } from '../config/config.module.js';
import type { PostgresAddress } from '../database/connection/connection.js';
import { DatabaseModule } from '../database/database.module.js';
import { LogModule } from '../log/log.module.js';

/** The parts of the service that the token command needs. */
@Module({})
export class TokenModule {
  static with(config: Config, address: PostgresAddress): DynamicModule {
    return {
      module: TokenModule,
      imports: [ConfigModule.of(config), LogModule, DatabaseModule.at(address, createDataSource), AuthModule],
    };
  }
}
