import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { currencyCodeKind } from './reference-kinds.js';

/** The columns of a currency over the alias `r`; lists and booleans as JSON, in CSV too. */
const CURRENCY_COLUMNS = `r.code, r.numeric_code, r.name, r.minor_unit, r.symbol,
  to_json(r.countries) AS countries, to_json(r.entities) AS entities, to_json(r.is_fund) AS is_fund, r.status, r.introduction_date,
  r.withdrawal_date, r.source`;

/** Currencies to list. */
interface CurrencyList extends PageRequest {
  code?: string;
  status?: string;
  /** ISO 3166-1 alpha-2 code of a country that uses it */
  country?: string;
  /** words of a code, name or entity */
  q?: string;
}

/** SQL of the currency table. */
@Injectable()
export class CurrencyRepository {
  constructor(private readonly database: Database) {}

  /** Currencies by code. */
  list(query: CurrencyList): List {
    return listByKey(this.database, {
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
      quick: true,
    });
  }
}
