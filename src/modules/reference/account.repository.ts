import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, Notice, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { accountCodeKind, regimeKind } from './reference-kinds.js';

/** Accounts to list. */
interface AccountList extends PageRequest {
  /** beginning of the code */
  code?: string;
  regime?: string;
  company_type?: string;
  /** words of a code or name */
  q?: string;
  /** day on which they were valid */
  date?: string;
}

/** Notice on the chart of a regime whose statement forms are not stored with it. */
const FORMS_ARE_A_FILE: Notice = {
  code: 'forms_to_import',
  detail:
    'The forms of statements of Circular 99/2025 are a file to import: npm run import -- statement_template docs/templates/statement-template-circular-99.csv. Not in it: consolidated statements, companies that are no going concern, interim summaries, notes. Once it is imported, ratios read figures of fiscal years that begin in 2026 or later by its codes; until then, by those of Circular 200/2014.',
  value: null,
};

/** SQL of the account table. */
@Injectable()
export class AccountRepository {
  constructor(private readonly database: Database) {}

  /** Accounts by code, within a code by regime. */
  list(query: AccountList): List {
    const conditions = new Conditions()
      .when(query.regime, 'r.regime = ?::text')
      .when(query.company_type, 'r.company_type = ?::text')
      .when(query.q, 'search_words(r.code, r.name, r.name_en) @@ search_query(?::text)');
    // Codes are digits: those beginning with 112 range from 112 up to, not including, 112:.
    if (query.code !== undefined) {
      conditions.add(`r.code >= ?::text AND r.code < ?::text`, query.code, `${query.code}:`);
    }
    if (query.date !== undefined) {
      conditions.add(
        'r.valid_from <= ?::date AND (r.valid_to IS NULL OR r.valid_to >= ?::date)',
        query.date,
        query.date,
      );
    }
    return listByKey(this.database, {
      columns: `r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
        r.valid_from, r.valid_to`,
      from: 'account r',
      conditions,
      key: [
        { sql: 'r.code', name: 'account_code', kind: accountCodeKind },
        { sql: 'r.regime', name: 'regime', kind: regimeKind },
      ],
      query,
      quick: true,
      remarks: query.regime === 'TT99' ? [FORMS_ARE_A_FILE] : [],
    });
  }
}
