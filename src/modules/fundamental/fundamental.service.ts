import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
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

  /** Returns statement figures in their newest version, or ratios if those are requested. */
  reported({ statement, ...query }: ReportedQuery): List | Promise<List> {
    if (statement === 'ratios') return this.ratios.list(query);
    return this.statements.reported(statement === undefined ? query : { ...query, statement });
  }

  /** Filings by date of submission. */
  filings(query: FilingQuery): List {
    return this.filingTable.list(query);
  }
}
