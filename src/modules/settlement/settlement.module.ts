import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetModule } from '../dataset/dataset.module.js';
import { SettlementController } from './settlement.controller.js';
import { Settlement } from './settlement.entity.js';
import { SettlementRepository } from './settlement.repository.js';
import { SettlementService } from './settlement.service.js';

/** The settlement calendar and its stored resource /svc/settlement. */
@Module({
  imports: [TypeOrmModule.forFeature([Settlement]), DatasetModule],
  controllers: [SettlementController],
  providers: [SettlementRepository, SettlementService],
  exports: [SettlementService],
})
export class SettlementModule {}
