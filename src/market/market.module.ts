import { Module } from '@nestjs/common';
import { Exchanges } from './exchanges.js';
import { PresentDay } from './present-day.js';
import { Publication } from './publication.js';

/** Definitions that the read modules share. */
@Module({ providers: [PresentDay, Publication, Exchanges], exports: [PresentDay, Publication, Exchanges] })
export class MarketModule {}
