import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { PageGate } from '../http/replies/page-gate.js';
import { StreamGate } from '../http/replies/stream-gate.js';
import { CallerTurns } from './caller-turns.js';
import { CostInterceptor } from './cost.interceptor.js';
import { ExpensiveReads } from './expensive-reads.js';
import { RecentTokens } from './recent-tokens.js';
import { TokenReads } from './token-reads.js';
import { TokenStreams } from './token-streams.js';

/** How much of the service one caller may take while others want it too. */
@Module({
  imports: [AuthModule],
  providers: [
    CallerTurns,
    RecentTokens,
    ExpensiveReads,
    CostInterceptor,
    { provide: PageGate, useClass: TokenReads },
    { provide: StreamGate, useClass: TokenStreams },
  ],
  exports: [CallerTurns, RecentTokens, ExpensiveReads, CostInterceptor, PageGate, StreamGate],
})
export class LimitsModule {}
