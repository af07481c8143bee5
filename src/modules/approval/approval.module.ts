import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { MarketModule } from '../../market/market.module.js';
import { ApprovalController } from './approval.controller.js';
import { ApprovalRepository } from './approval.repository.js';
import { ApprovalService } from './approval.service.js';

/** Sign-off of quotes: approval, queue, rejection, revocation. */
@Module({
  imports: [MarketModule, AuthModule],
  controllers: [ApprovalController],
  providers: [ApprovalRepository, ApprovalService],
})
export class ApprovalModule {}
