import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A piece of news; natural key the publisher's identifier. */
@Entity('news')
@Index('news_id', ['id'])
@Index('news_by_time', { synchronize: false })
@Index('news_by_category', { synchronize: false })
@Index('news_tickers', { synchronize: false })
@Index('news_words', { synchronize: false })
@Check('news_source_type', `source_type IN ('exchange', 'own', 'press')`)
@Check(
  'news_category',
  `category IN ('securities', 'business', 'real_estate', 'commodities', 'finance', 'macro', 'economy_and_investment', 'world', 'indochina', 'personal_finance', 'analysis')`,
)
@Check('news_sentiment', `sentiment IN ('positive', 'neutral', 'negative')`)
@Check('news_sentiment_score', `sentiment_score >= -1 AND sentiment_score <= 1`)
@Check('news_texts', `news_id <> '' AND title <> '' AND source <> ''`)
@Check('news_published_at', `isfinite(published_at)`)
export class News extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'news_pkey' })
  news_id: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  summary: string | null;

  @Column('text', { nullable: true })
  url: string | null;

  @Column('text', { nullable: true })
  image_url: string | null;

  @Column('text')
  source: string;

  @Column('text')
  source_type: string;

  @Column('text')
  category: string;

  @Column('text', { array: true, default: '{}' })
  tickers: string[];

  /** ISO 639-1 */
  @Column('text', { default: 'vi' })
  language: string;

  @Column('timestamptz')
  published_at: Date;

  @Column('text', { nullable: true })
  sentiment: string | null;

  /** from -1 to 1 */
  @Column('double precision', { nullable: true })
  sentiment_score: number | null;
}
