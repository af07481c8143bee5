import { Module } from '@nestjs/common';
import { Proposals } from './proposals.js';

/** Turns writes to governed data sets into proposals. */
@Module({ providers: [Proposals], exports: [Proposals] })
export class ProposalModule {}
