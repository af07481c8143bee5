import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A piece of market insight; natural key its author's identifier. */
@Entity('market_insight')
@Index('market_insight_id', ['id'])
@Index('market_insight_by_time', { synchronize: false })
@Index('market_insight_tickers', { synchronize: false })
@Index('market_insight_words', { synchronize: false })
@Check('market_insight_type', `type ~ '^[a-z][a-z0-9_]{0,49}$'`)
@Check('market_insight_texts', `insight_id <> '' AND title <> ''`)
@Check('market_insight_published_at', `isfinite(published_at)`)
export class MarketInsight extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'market_insight_pkey' })
  insight_id: string;

  @Column('text')
  type: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  body: string | null;

  @Column('text', { nullable: true })
  author: string | null;

  @Column('text', { array: true, default: '{}' })
  tickers: string[];

  @Column('timestamptz')
  published_at: Date;
}
