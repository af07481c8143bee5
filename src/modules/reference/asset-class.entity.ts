import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';
import { patternKind } from '../../kinds/kinds.js';

/** Path of a class: lower-case words joined by hyphens, a slash between levels. */
export const assetClassCodeKind = patternKind(
  /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*){0,2}$/,
  'a code such as fixed-income/government-debt is expected, of 1 to 3 levels',
);

/** A market category, asset class or subclass; natural key code. */
@Entity('asset_class')
@Index('asset_class_id', ['id'])
@Index('asset_class_by_category', ['market_category', 'code'])
@Index('asset_class_words', { synchronize: false })
@Check('asset_class_code', `code ~ '^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){0,2}$'`)
@Check('asset_class_names', `market_category <> '' AND name <> ''`)
export class AssetClass extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'asset_class_pkey' })
  code: string;

  @Column('text')
  market_category: string;

  @Column('text', { nullable: true })
  asset_class: string | null;

  @Column('text', { nullable: true })
  asset_subclass: string | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;
}
