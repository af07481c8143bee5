import { Check, Index } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { patternKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { marketCategoryKind } from './reference-kinds.js';

/** Path of a class: lower-case words joined by hyphens, a slash between levels. */
export const assetClassCodeKind = patternKind(
  /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*){0,2}$/,
  'a code such as fixed-income/government-debt is expected, of 1 to 3 levels',
);

/** A market category, asset class or subclass; natural key code. */
@RecordTable('asset_class', 'asset_class_words')
@Index('asset_class_by_category', ['market_category', 'code'])
@Check('asset_class_code', `code ~ '^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){0,2}$'`)
@Check('asset_class_names', `market_category <> '' AND name <> ''`)
export class AssetClass extends StoredRecord {
  @KeyColumn(assetClassCodeKind, 'Code; the key.', 'commodities/energy/crude-oil') code: string;
  @DataColumn(marketCategoryKind, 'Market category.', 'Commodities', { check: 'asset_class_category' })
  market_category: string;
  @OptionalColumn(textOf({ max: 100 }), 'Asset class.', 'Energy') asset_class?: string;
  @OptionalColumn(textOf({ max: 100 }), 'Subclass.', 'Crude Oil') asset_subclass?: string;
  @DataColumn(textOf({ max: 100 }), 'Name.', 'Crude Oil') name: string;
  @OptionalColumn(textOf({ max: 500 }), 'Description.', 'Petroleum') description?: string;
}
