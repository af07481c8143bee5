import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { AssetClassWrite } from './asset-class.dto.js';

/** The columns of an asset class over the alias `r`. */
export const ASSET_CLASS_COLUMNS = `r.code, r.market_category, r.asset_class, r.asset_subclass, r.name, r.description`;

/** Market categories with their classes and subclasses. */
export const ASSET_CLASS: DataSet<AssetClassWrite> = {
  name: 'asset_class',
  title: 'Asset classification',
  table: 'asset_class',
  key: ['code'],
  record: AssetClassWrite,
  path: '/svc/record/asset_class',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT ${ASSET_CLASS_COLUMNS}, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};
