import { Module } from '@nestjs/common';
import { PresentDay } from './present-day.js';
import { Publication } from './publication.js';

/** Definitions that the reading rooms share. */
@Module({ providers: [PresentDay, Publication], exports: [PresentDay, Publication] })
export class MarketModule {}
