import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordModule } from '../record/record.module.js';
import { SettlementController } from './settlement.controller.js';
import { Settlement } from './settlement.entity.js';
import { SettlementRepository } from './settlement.repository.js';
import { SettlementService } from './settlement.service.js';

/** The settlement calendar and its stored resource /svc/settlement. */
@Module({
  imports: [RecordModule, TypeOrmModule.forFeature([Settlement])],
  controllers: [SettlementController],
  providers: [SettlementRepository, SettlementService],
  exports: [SettlementService],
})
export class SettlementModule {}
