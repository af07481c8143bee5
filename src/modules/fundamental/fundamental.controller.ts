import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { Computed } from '../../market/computed.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { FundamentalService } from './fundamental.service.js';
import { RatioQuery, RatioRecord } from './ratios/ratio.dto.js';
import { RatioService } from './ratios/ratio.service.js';
import { FilingQuery, FilingRecord } from './statements/filing.dto.js';
import { ReportedQuery, StatementRecord } from './statements/statement.dto.js';

/** Financial statements as reported, ratios and filings. */
@ApiTags('Fundamental')
@Controller('fundamental')
@Requires('market-data:read')
export class FundamentalController {
  constructor(
    private readonly fundamentals: FundamentalService,
    private readonly ratioService: RatioService,
  ) {}

  @ReadsFrom({
    needs: { statement_item: 'lines of financial statements' },
    adds: { statement_template: 'names and order of the lines' },
    inVnd: ({ statement }) => statement === 'ratios',
  })
  @ReadList('as/reported', [StatementRecord, RatioRecord], {
    operationId: 'listReportedStatements',
    summary: 'Financial statements as reported',
    description: [
      'One record per line: newest period first, then by statement, period and consolidation, then in the order of the form. Every published version is stored; the response contains the newest of each line or, with `as_of`, the newest that was public by the end of that day.',
      '`statement=ratios` returns the records of /fundamental/ratios.',
    ].join('\n\n'),
  })
  reported(@Query() query: ReportedQuery): List | Promise<List> {
    return this.fundamentals.reported(query);
  }

  @Computed('ticker')
  @ReadsFrom({
    needs: { statement_item: 'lines of financial statements' },
    adds: { quote: 'closes', security: 'share counts', daily_statistic: 'share counts over time' },
    inVnd: () => true,
  })
  @ReadList('ratios', RatioRecord, {
    operationId: 'listRatios',
    summary: 'Financial ratios by company type',
    description: [
      'Computed from the newest version of each figure that was public by the end of `as_of`, for the group if the company reports as one. Newest period first; within a period, in the order of the groups of the specification.',
      'Margins, growth and cost structure cover the period itself; returns, turnover, coverage, cash flow and valuation use flows of twelve months: for a quarter, it and the three before, else the year to date and the year before, less that year up to the same quarter, as for interim cash flows, which are mostly reported for the year to date. Averages are of the balances at the end of the period and a year before. Valuation uses the last close on or before the end of the period. Missing inputs and division by zero give null.',
    ].join('\n\n'),
  })
  ratios(@Query() query: RatioQuery): Promise<List> {
    return this.ratioService.list(query);
  }

  @ReadsFrom({ needs: { filing: 'filings and disclosures' } })
  @ReadList('filings', FilingRecord, {
    operationId: 'listFilings',
    summary: 'Filings of companies',
    description: 'Newest submission date first; from_date and to_date are submission dates.',
  })
  filings(@Query() query: FilingQuery): List {
    return this.fundamentals.filings(query);
  }
}
