import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module.js';
import { SettlementController } from './settlement.controller.js';
import { SettlementRepository } from './settlement.repository.js';
import { SettlementService } from './settlement.service.js';

/** The settlement calendar and its stored resource /svc/settlement. */
@Module({
  imports: [RecordModule],
  controllers: [SettlementController],
  providers: [SettlementRepository, SettlementService],
  exports: [SettlementService],
})
export class SettlementModule {}
