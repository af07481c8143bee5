import { Module } from '@nestjs/common';
import { DataNotice } from './data-notice.js';
import { HealthController } from './health.controller.js';
import { RootController } from './root.controller.js';

/** Health checks and the front page. */
@Module({ controllers: [HealthController, RootController], providers: [DataNotice] })
export class OperationsModule {}
