import { Module } from '@nestjs/common';
import { SettlementModule } from '../settlement/settlement.module.js';
import { ReferenceController } from './reference.controller.js';

/** Reference data endpoints. */
@Module({ imports: [SettlementModule], controllers: [ReferenceController] })
export class ReferenceModule {}
