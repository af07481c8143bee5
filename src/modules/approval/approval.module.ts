import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { MarketModule } from '../../market/market.module.js';
import { ProposalModule } from '../proposal/proposal.module.js';
import { QuoteCheckModule } from '../quote-check/quote-check.module.js';
import { RecordModule } from '../record/record.module.js';
import { ApprovalController } from './approval.controller.js';
import { ApprovalRepository } from './approval.repository.js';
import { ApprovalService } from './approval.service.js';
import { ApprovalQueueRepository } from './approval-queue.repository.js';
import { ImportApprovalRepository } from './governed/import-approval.repository.js';
import { ImportApprovalService } from './governed/import-approval.service.js';
import { ProposalController } from './governed/proposal.controller.js';
import { ProposalRepository } from './governed/proposal.repository.js';
import { ProposalService } from './governed/proposal.service.js';
import { ProposalApplier } from './governed/proposal-applier.js';
import { ProposalEffectRepository } from './governed/proposal-effect.repository.js';
import { ProposalEffects } from './governed/proposal-effects.js';

/** Sign-off of quotes, and of proposals for governed data sets. */
@Module({
  imports: [MarketModule, AuthModule, QuoteCheckModule, ProposalModule, RecordModule],
  controllers: [ApprovalController, ProposalController],
  providers: [
    ApprovalRepository,
    ApprovalQueueRepository,
    ApprovalService,
    ProposalRepository,
    ProposalApplier,
    ProposalService,
    ProposalEffectRepository,
    ProposalEffects,
    ImportApprovalRepository,
    ImportApprovalService,
  ],
})
export class ApprovalModule {}
