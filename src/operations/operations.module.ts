import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { RootController } from './root.controller.js';

/** Health checks and the front page. */
@Module({ controllers: [HealthController, RootController] })
export class OperationsModule {}
