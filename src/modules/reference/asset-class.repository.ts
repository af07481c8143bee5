import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { assetClassCodeKind } from './asset-class.entity.js';

/** The columns of an asset class over the alias `r`. */
const ASSET_CLASS_COLUMNS = `r.code, r.market_category, r.asset_class, r.asset_subclass, r.name, r.description`;

/** Asset classes of a market category or of all. */
interface AssetClassList extends PageRequest {
  market_category?: string;
  /** words of a code, name or description */
  q?: string;
}

/** SQL of the asset_class table. */
@Injectable()
export class AssetClassRepository {
  constructor(private readonly database: Database) {}

  /** Asset classes by code, parents before their children. */
  list(query: AssetClassList): List {
    return listByKey(this.database, {
      columns: ASSET_CLASS_COLUMNS,
      from: 'asset_class r',
      conditions: new Conditions()
        .when(query.market_category, 'r.market_category = ?::text')
        .when(
          query.q,
          'search_words(r.code, r.market_category, r.asset_class, r.name, r.description) @@ search_query(?::text)',
        ),
      key: [{ sql: 'r.code', name: 'code', kind: assetClassCodeKind }],
      query,
      quick: true,
    });
  }
}
