import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { SettlementQuery, SettlementReference } from '../settlement/settlement.dto.js';
import { SettlementService } from '../settlement/settlement.service.js';
import { AccountQuery, AccountRecord } from './account.dto.js';
import { AssetClassQuery, AssetClassRecord } from './asset-class.dto.js';
import { CurrencyQuery, CurrencyRecord } from './currency.dto.js';
import { IndustryQuery, IndustryRecord } from './industry.dto.js';
import { MicQuery, MicRecord } from './mic.dto.js';
import { ReferenceService } from './reference.service.js';

/** Reference data. */
@ApiTags('Reference')
@Controller('reference')
@Requires('market-data:read')
export class ReferenceController {
  constructor(
    private readonly settlement: SettlementService,
    private readonly reference: ReferenceService,
  ) {}

  @ReadsFrom({
    needs: { settlement: 'days of the calendar' },
    adds: { settlement_cycle: 'settlement dates' },
  })
  @ReadList('settlement', SettlementReference, {
    operationId: 'listSettlementDays',
    summary: 'Days on which the trading system is closed or open',
    description:
      'Every calendar day, newest first, with the settlement date of open days: as many open days later as the settlement cycle of the day has, in Vietnam T+3 before 2016 and T+2 since. Vietnam by default; its calendar ships from 2015 to next year, and days based on a rule rather than an official notice have (projected) in their name.',
  })
  listSettlement(@Query() query: SettlementQuery): List {
    return this.settlement.reference(query);
  }

  @ReadsFrom({ needs: { mic: 'codes' }, names: { mic: 'mic', operating_mic: 'mic' } })
  @ReadList('mic', MicRecord, {
    operationId: 'listMics',
    summary: 'Market identifier codes',
    description:
      'ISO 10383 market identifier codes (active, updated and expired in one set) by code; dates are YYYYMMDD. A starter set of exchanges ships, compiled from facts; the complete list is the file of the registration authority (SWIFT), imported as published, after which every code is as in that file.',
  })
  listMics(@Query() query: MicQuery): List {
    return this.reference.mics(query);
  }

  @ReadsFrom({ needs: { currency: 'currencies' }, names: { code: 'currency' } })
  @ReadList('currency', CurrencyRecord, {
    operationId: 'listCurrencies',
    summary: 'World currencies',
    description:
      'ISO 4217 currencies, funds and precious metals by code, including withdrawn ones. Active codes are those of list one of its maintenance agency (SIX) with subsequent changes; withdrawn ones come from Unicode CLDR until list three is imported, which adds their numeric codes. Symbols and dates of first use come from Unicode CLDR.',
  })
  listCurrencies(@Query() query: CurrencyQuery): List {
    return this.reference.currencies(query);
  }

  @ReadsFrom({ needs: { asset_class: 'classes' } })
  @ReadList('asset/classification', AssetClassRecord, {
    operationId: 'listAssetClasses',
    summary: 'Asset classification',
    description:
      'The eight market categories, their asset classes and subclasses as flat rows by code, every parent before its children. Written for this service.',
  })
  listAssetClasses(@Query() query: AssetClassQuery): List {
    return this.reference.assetClasses(query);
  }

  @ReadsFrom({
    needs: { industry: 'the hierarchy of industries' },
    needsWith: { ticker: { industry_membership: 'industries of securities over time' } },
    adds: { industry_membership: 'industries of securities over time' },
    names: { code: 'industry' },
    asOf: true,
  })
  @ReadList('gics/search', IndustryRecord, {
    operationId: 'searchIndustries',
    summary: 'Sector classification of securities over time',
    description:
      'With ticker: the industries that the securities belonged to, one row per membership, newest first (from_date descending, ticker ascending), with codes and names of all four levels; names are those of date, otherwise of the last past day of the membership. Without ticker: the industries themselves, by code and first day. GICS is licensed by MSCI and S&P, so none of its text ships: the list is empty until the operator imports a hierarchy (industry) and its assignments (industry_membership).',
  })
  searchIndustries(@Query() query: IndustryQuery): List {
    return this.reference.industries(query);
  }

  @ReadsFrom({ needs: { account: 'accounts' }, names: { code: 'account' }, asOf: true })
  @ReadList('vac/search', AccountRecord, {
    operationId: 'searchAccounts',
    summary: 'National accounting chart',
    description:
      'Accounts of the Vietnamese accounting chart by code, then by regime: Circular 200/2014/TT-BTC (to 2025) and Circular 99/2025/TT-BTC (from 2026) of the Ministry of Finance, with their Vietnamese names. There are no official English names; those here were written for this service.',
  })
  searchAccounts(@Query() query: AccountQuery): List {
    return this.reference.accounts(query);
  }
}
