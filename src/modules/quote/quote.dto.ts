import { IntersectionType } from '@nestjs/swagger';
import { BodyField, Ignored, QueryField, RequiredQueryField, Shown } from '../../http/fields.js';
import {
  bigintKind,
  choiceKind,
  dateKind,
  dateShown,
  flagShown,
  instantShown,
  listOf,
  priceKind,
  textShown,
  tickerKind,
  uuidKind,
} from '../../http/kinds.js';
import { DateRangeQuery } from '../../http/queries.js';

/** Historical trade of one security on one day (specification 2.1). */
export class QuoteRecord {
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, { description: 'Trade date, a calendar date of the market.', example: '2024-01-31' })
  date: string;
  @Shown(priceKind, { description: 'Open price, VND.', example: 66900 })
  open: number;
  @Shown(priceKind, { description: 'High price, VND.', example: 67500 })
  high: number;
  @Shown(priceKind, { description: 'Low price, VND.', example: 66500 })
  low: number;
  @Shown(priceKind, { description: 'Close price, VND.', example: 67000 })
  close: number;
  @Shown(bigintKind, { description: 'Total trade volume, securities.', example: 3415800 })
  volume: number;
}

/** A quote to be written: all seven fields of specification 2.1. */
export class QuoteWrite {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, { description: 'Trade date: YYYY-MM-DD or YYYYMMDD.', example: '2024-01-31' })
  date: string;
  @BodyField(priceKind, { description: 'Open price, VND.', example: 66900 })
  open: number;
  @BodyField(priceKind, { description: 'High price, VND.', example: 67500 })
  high: number;
  @BodyField(priceKind, { description: 'Low price, VND.', example: 66500 })
  low: number;
  @BodyField(priceKind, { description: 'Close price, VND.', example: 67000 })
  close: number;
  @BodyField(bigintKind, {
    description: 'Total trade volume, securities; an integer, or a digit string.',
    example: 3415800,
  })
  volume: number | bigint;

  @Ignored() id?: unknown;
  @Ignored() url?: unknown;
  @Ignored() status?: unknown;
  @Ignored() timestamp?: unknown;
  @Ignored() recogized?: unknown;
  @Ignored() is_apporval?: unknown;
  @Ignored() approval_by?: unknown;
  @Ignored() approval_at?: unknown;
}

/** Control and approval attributes of a stored quote (specification 2.9). */
class QuoteControl {
  @Shown(uuidKind, {
    description: 'Identifier given by the service.',
    example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  id: string;
  @Shown(textShown, { description: 'Status of the record.', example: 'active' })
  status: string;
  @Shown(instantShown, { description: 'Last change, UTC.', example: '2024-01-31T08:15:02.123456Z' })
  timestamp: string;
  @Shown(flagShown, { description: '1 when the ticker is in the security master.', example: 1 })
  recogized: number;
  @Shown(flagShown, { description: '1 when approved.', example: 0 })
  is_apporval: number;
  @Shown(textShown, { description: 'Principal who approved.', example: null, nullable: true })
  approval_by: string | null;
  @Shown(instantShown, { description: 'When it was approved, UTC.', example: null, nullable: true })
  approval_at: string | null;
}

/** A stored quote with its control and approval attributes. */
export class StoredQuoteRecord extends IntersectionType(QuoteRecord, QuoteControl) {}

/** Base metadata of a stored quote, as the list of the resource shows it. */
export class QuoteMetadata extends QuoteControl {
  @Shown(textShown, {
    description: 'Address of the item.',
    example: '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  url: string;
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, { description: 'Trade date.', example: '2024-01-31' })
  date: string;
}

/** Most tickers in one request. */
export const MAXIMUM_TICKERS = 50;

/** Parameters of GET /quote. */
export class QuoteQuery extends DateRangeQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_TICKERS), {
    description: `One security symbol, or up to ${MAXIMUM_TICKERS} separated by commas. All when not given.`,
    example: 'VNM,FPT',
  })
  ticker?: string[];

  @QueryField(dateKind, {
    description: 'The whole market on one day; not together with from_date or to_date.',
    example: '20240131',
  })
  date?: string;

  @QueryField(choiceKind(['1d', '1w', '1m']), {
    description:
      'Length of a bar: day, ISO week or calendar month. Weekly and monthly bars carry the date of their last trading day and take only days within from_date and to_date.',
    example: '1d',
  })
  interval?: '1d' | '1w' | '1m';

  @QueryField(choiceKind(['all', 'approved', 'pending']), {
    description:
      'Filter by approval. The default is the configured publication; where only approved quotes are published, seeing others needs quote:write or quote:approve.',
    example: 'all',
  })
  approval?: 'all' | 'approved' | 'pending';
}

/** Parameters of GET /svc/quote. */
export class StoredQuoteQuery extends DateRangeQuery {
  @QueryField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker?: string;

  @QueryField(choiceKind(['approved', 'pending']), { description: 'Filter by approval.', example: 'pending' })
  approval?: 'approved' | 'pending';
}

/** Natural key of a quote in a query. */
export class QuoteKeyQuery {
  @RequiredQueryField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @RequiredQueryField(dateKind, { description: 'Trade date.', example: '20240131' })
  date: string;
}
