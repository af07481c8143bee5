import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { MIC_COLUMNS } from './mic.data-set.js';
import { micKind } from './reference-kinds.js';

/** Market identifier codes to list. */
interface MicList extends PageRequest {
  mic?: string[];
  operating_mic?: string;
  /** ISO 3166-1 alpha-2 code */
  country?: string;
  status?: string;
  /** words of a code, name, acronym or city */
  q?: string;
}

/** SQL of the mic table. */
@Injectable()
export class MicRepository {
  constructor(private readonly database: Database) {}

  /** Market identifier codes by code. */
  list(query: MicList): List {
    return listByKey(this.database, {
      columns: MIC_COLUMNS,
      from: 'mic r',
      conditions: new Conditions()
        .when(query.mic, 'r.mic = ANY (?::text[])')
        .when(query.operating_mic, 'r.operating_mic = ?::text')
        .when(query.country, 'r.iso_country_code = ?::text')
        .when(query.status, 'r.status = ?::text')
        .when(
          query.q,
          'search_words(r.mic, r.market_name, r.legal_entity_name, r.acronym, r.city) @@ search_query(?::text)',
        ),
      key: [{ sql: 'r.mic', name: 'mic', kind: micKind }],
      query,
      quick: true,
    });
  }
}
