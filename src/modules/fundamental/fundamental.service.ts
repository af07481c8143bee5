import { Injectable } from '@nestjs/common';
import type { ComputedList } from '../../database/lists/computed-list.js';
import { checkDateRange, type ListSource } from '../../database/lists/list.js';
import { RatioService } from './ratios/ratio.service.js';
import type { FilingQuery } from './statements/filing.dto.js';
import { FilingRepository } from './statements/filing.repository.js';
import type { ReportedQuery } from './statements/statement.dto.js';
import { StatementRepository } from './statements/statement.repository.js';

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
