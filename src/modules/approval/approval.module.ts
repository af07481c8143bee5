import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { MarketModule } from '../../market/market.module.js';
import { QuoteCheckModule } from '../quote-check/quote-check.module.js';
import { ApprovalController } from './approval.controller.js';
import { ApprovalRepository } from './approval.repository.js';
import { ApprovalService } from './approval.service.js';
import { ApprovalQueueRepository } from './approval-queue.repository.js';

/** Sign-off of quotes: approval, queue, rejection, revocation. */
@Module({
  imports: [MarketModule, AuthModule, QuoteCheckModule],
  controllers: [ApprovalController],
  providers: [ApprovalRepository, ApprovalQueueRepository, ApprovalService],
})
export class ApprovalModule {}
