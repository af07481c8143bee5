import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { createLogger, LOGGER } from './log.js';

/** Offers the structured log to the whole application. */
@Global()
@Module({
  providers: [
    { provide: LOGGER, useFactory: (config: Config) => createLogger(config.LOG_LEVEL), inject: [CONFIG] },
  ],
  exports: [LOGGER],
})
export class LogModule {}
