import { Module } from '@nestjs/common';
import { EconomicsController } from './economics.controller.js';
import { EconomicsRepository } from './economics.repository.js';
import { EconomicsService } from './economics.service.js';

/** GET /economics/calendar. */
@Module({
  controllers: [EconomicsController],
  providers: [EconomicsRepository, EconomicsService],
})
export class EconomicsModule {}
