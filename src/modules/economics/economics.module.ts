import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EconomicEvent } from './economic-event.entity.js';
import { EconomicsController } from './economics.controller.js';
import { EconomicsRepository } from './economics.repository.js';
import { EconomicsService } from './economics.service.js';

/** GET /economics/calendar. */
@Module({
  imports: [TypeOrmModule.forFeature([EconomicEvent])],
  controllers: [EconomicsController],
  providers: [EconomicsRepository, EconomicsService],
})
export class EconomicsModule {}
