import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { listedByKey } from '../../database/lists/listed-by-key.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { CURRENCY_COLUMNS } from './currency.data-set.js';
import type { CurrencyQuery } from './currency.dto.js';
import { currencyCodeKind } from './reference-kinds.js';

/** SQL of the currency table. */
@Injectable()
export class CurrencyRepository {
  constructor(private readonly database: Database) {}

  /** Currencies by code. */
  list(query: CurrencyQuery): List {
    return new SqlList(
      this.database,
      listedByKey({
        columns: CURRENCY_COLUMNS,
        from: 'currency r',
        conditions: new Conditions()
          .when(query.code, 'r.code = ?::text')
          .when(query.status, 'r.status = ?::text')
          .when(query.country, 'r.countries @> ARRAY[?::text]')
          .when(
            query.q,
            'search_words(VARIADIC ARRAY[r.code, r.numeric_code, r.name] || r.entities) @@ search_query(?::text)',
          ),
        key: [{ sql: 'r.code', name: 'code', kind: currencyCodeKind }],
        query,
      }),
    );
  }
}
