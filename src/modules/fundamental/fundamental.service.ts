import { Injectable } from '@nestjs/common';
import type { ComputedList } from '../../http/computed-list.js';
import { checkDateRange, type ListSource } from '../../http/list.js';
import type { FilingQuery } from './filing.dto.js';
import { FilingRepository } from './filing.repository.js';
import { RatioService } from './ratio.service.js';
import type { ReportedQuery } from './statement.dto.js';
import { StatementRepository } from './statement.repository.js';

/** Statements as reported, and filings. */
@Injectable()
export class FundamentalService {
  constructor(
    private readonly statements: StatementRepository,
    private readonly ratios: RatioService,
    private readonly filingTable: FilingRepository,
  ) {}

  /** Figures of statements in their newest version, or ratios where those are asked for. */
  reported({ statement, ...query }: ReportedQuery): ListSource | Promise<ComputedList> {
    if (statement === 'ratios') return this.ratios.list(query);
    return this.statements.reported(statement === undefined ? query : { ...query, statement });
  }

  /** Filings by date of submission. */
  filings(query: FilingQuery): ListSource {
    checkDateRange(query);
    return this.filingTable.list(query);
  }
}
