import { Module } from '@nestjs/common';
import { Publication } from './publication.js';

/** Definitions that the reading rooms share. */
@Module({ providers: [Publication], exports: [Publication] })
export class MarketModule {}
