import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';
import { textOf } from '../../kinds/kinds.js';

/** Identifier given by an author. */
export const authorIdKind = textOf({ max: 200 });

/** A suggestion to trade; natural key its author's identifier. */
@Entity('trading_suggestion')
@Index('trading_suggestion_id', ['id'])
@Index('trading_suggestion_by_time', { synchronize: false })
@Index('trading_suggestion_by_ticker', { synchronize: false })
@Check('trading_suggestion_ticker', isSymbol('ticker'))
@Check('trading_suggestion_side', `side IN ('buy', 'hold', 'sell')`)
@Check(
  'trading_suggestion_prices',
  `target_price >= 0 AND target_price < 'Infinity' AND stop_price >= 0 AND stop_price < 'Infinity'`,
)
@Check('trading_suggestion_key', `suggestion_id <> ''`)
@Check('trading_suggestion_published_at', `isfinite(published_at)`)
export class TradingSuggestion extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'trading_suggestion_pkey' })
  suggestion_id: string;

  @Column({ type: 'text', collation: 'C' })
  ticker: string;

  @Column('text')
  side: string;

  @Column('double precision', { nullable: true })
  target_price: number | null;

  @Column('double precision', { nullable: true })
  stop_price: number | null;

  @Column('text', { nullable: true })
  horizon: string | null;

  @Column('text', { nullable: true })
  rationale: string | null;

  @Column('text', { nullable: true })
  author: string | null;

  @Column('timestamptz')
  published_at: Date;
}
