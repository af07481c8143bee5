import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { ProposalModule } from '../proposal/proposal.module.js';
import { CoverageRepository } from './coverage.repository.js';
import { DayCompleteRepository } from './day-complete.repository.js';
import { PayloadRepository } from './payload.repository.js';
import { ReadFileRepository } from './read-file.repository.js';
import { RunRepository } from './run.repository.js';
import { RunService } from './run.service.js';
import { RunListRepository } from './run-list.repository.js';
import { SourceController } from './source.controller.js';
import { SourceRepository } from './source.repository.js';
import { SourceService } from './source.service.js';
import { SourceFile } from './source-file.js';
import { SourceRunner } from './source-runner.js';
import { StalenessRepository } from './staleness.repository.js';

/** Sources: where data is fetched from, when, and with what outcome. */
@Module({
  imports: [AuthModule, ProposalModule],
  controllers: [SourceController],
  providers: [
    SourceFile,
    DayCompleteRepository,
    SourceRepository,
    RunRepository,
    CoverageRepository,
    RunListRepository,
    PayloadRepository,
    ReadFileRepository,
    StalenessRepository,
    SourceService,
    RunService,
    SourceRunner,
  ],
})
export class SourceModule {}
