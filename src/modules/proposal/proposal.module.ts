import { Module } from '@nestjs/common';
import { Proposals } from './proposals.js';

/** Writes to governed data sets become proposals here. */
@Module({ providers: [Proposals], exports: [Proposals] })
export class ProposalModule {}
