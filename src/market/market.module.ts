import { Module } from '@nestjs/common';
import { Exchanges } from './exchanges.js';
import { PresentDay } from './present-day.js';
import { Publication } from './publication.js';
import { SearchTexts } from './search-text.js';

const SHARED = [PresentDay, Publication, Exchanges, SearchTexts];

/** Definitions that the read modules share. */
@Module({ providers: SHARED, exports: SHARED })
export class MarketModule {}
