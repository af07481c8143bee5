import { Module } from '@nestjs/common';
import { SettlementModule } from '../settlement/settlement.module.js';
import { AccountRepository } from './account.repository.js';
import { AssetClassRepository } from './asset-class.repository.js';
import { CountryController } from './country.controller.js';
import { CountryRepository } from './country.repository.js';
import { CountryService } from './country.service.js';
import { CurrencyRepository } from './currency.repository.js';
import { IndustryRepository } from './industry.repository.js';
import { MicRepository } from './mic.repository.js';
import { ReferenceController } from './reference.controller.js';
import { ReferenceService } from './reference.service.js';
import { ShippedReference } from './shipped-reference.js';

/** Reference data endpoints. */
@Module({
  imports: [SettlementModule],
  controllers: [CountryController, ReferenceController],
  providers: [
    AccountRepository,
    AssetClassRepository,
    CountryRepository,
    CountryService,
    CurrencyRepository,
    IndustryRepository,
    MicRepository,
    ReferenceService,
    ShippedReference,
  ],
  exports: [ShippedReference],
})
export class ReferenceModule {}
