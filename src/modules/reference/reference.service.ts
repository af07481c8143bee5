import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import type { AccountQuery } from './account.dto.js';
import { AccountRepository } from './account.repository.js';
import type { AssetClassQuery } from './asset-class.dto.js';
import { AssetClassRepository } from './asset-class.repository.js';
import type { CurrencyQuery } from './currency.dto.js';
import { CurrencyRepository } from './currency.repository.js';
import type { IndustryQuery } from './industry.dto.js';
import { IndustryRepository } from './industry.repository.js';
import type { MicQuery } from './mic.dto.js';
import { MicRepository } from './mic.repository.js';

/** Market identifier codes, currencies, asset classes, industries and the accounting chart. */
@Injectable()
export class ReferenceService {
  constructor(
    private readonly accountRows: AccountRepository,
    private readonly assetClassRows: AssetClassRepository,
    private readonly currencyRows: CurrencyRepository,
    private readonly industryRows: IndustryRepository,
    private readonly micRows: MicRepository,
  ) {}

  mics(query: MicQuery): List {
    return this.micRows.list(query);
  }

  currencies(query: CurrencyQuery): List {
    return this.currencyRows.list(query);
  }

  assetClasses(query: AssetClassQuery): List {
    return this.assetClassRows.list(query);
  }

  /** Lists the industries of tickers over time, or without tickers the industries themselves. */
  industries(query: IndustryQuery): List {
    return query.ticker === undefined
      ? this.industryRows.industries(query)
      : this.industryRows.memberships(query);
  }

  accounts(query: AccountQuery): List {
    return this.accountRows.list(query);
  }
}
