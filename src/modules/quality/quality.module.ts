import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { ProposalModule } from '../proposal/proposal.module.js';
import { RecordModule } from '../record/record.module.js';
import { QuarantineController } from './quarantine.controller.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuarantineService } from './quarantine.service.js';

/** The quality gate of sources and what it holds back. */
@Module({
  imports: [AuthModule, ProposalModule, RecordModule],
  controllers: [QuarantineController],
  providers: [QuarantineRepository, QuarantineService],
})
export class QualityModule {}
