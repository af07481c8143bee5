import { IntersectionType } from '@nestjs/swagger';
import { FieldOf, QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import {
  ChangeReason,
  Extended,
  type NullReason,
  Ticker,
  TradeDate,
} from '../../http/fields/market-fields.js';
import { DateRangeQuery, TickerRangeQuery } from '../../http/fields/queries.js';
import {
  bigintKind,
  booleanKind,
  choiceKind,
  dateKind,
  dateShown,
  flagShown,
  instantShown,
  numberKind,
  priceKind,
  textShown,
  uuidKind,
} from '../../kinds/kinds.js';
import { writeBody } from '../dataset/columns.js';
import { Quote } from './quote.entity.js';

/** Historical trade of one security on one day (specification 2.1). */
class QuoteBar {
  @FieldOf(Quote) ticker: string;
  @TradeDate() date: string;
  @FieldOf(Quote) open: number;
  @FieldOf(Quote) high: number;
  @FieldOf(Quote) low: number;
  @FieldOf(Quote) close: number;
  @Shown(bigintKind, 'Total trade volume, securities.', 3415800) volume: number;
}

const AdjustedPrice = (description: string, example: number) =>
  Shown(priceKind, `${description} Only with fields=extended and adjusted=true.`, example, {
    optional: true,
  });

/**
 * A published bar (specification 2.1); with `fields=extended`, also the market data of its day. With
 * `adjusted=true` the basic prices and the volume are adjusted; the extended record shows both.
 */
export class QuoteRecord extends QuoteBar {
  @Extended(
    priceKind,
    'Reference price: the stored one, else the previous price after the ex-date formula, VND.',
    67000,
  )
  reference?: number | null;
  @Extended(priceKind, 'Ceiling price, VND.', 71600) ceiling?: number | null;
  @Extended(priceKind, 'Floor price, VND.', 62400) floor?: number | null;
  @Extended(priceKind, 'Average price of matched trades, VND.', 66950) average_price?: number | null;
  @Extended(numberKind(), 'Close minus reference, VND.', 0) change?: number | null;
  @Extended(numberKind(), 'Change in percent of the reference.', 0) change_percent?: number | null;
  @ChangeReason(Extended) change_reason?: NullReason | null;
  @Extended(bigintKind, 'Matched volume, securities.', 3215800) matched_volume?: number | null;
  @Extended(priceKind, 'Matched value, VND.', 215298310000) matched_value?: number | null;
  @Extended(bigintKind, 'Negotiated volume, securities.', 200000) negotiated_volume?: number | null;
  @Extended(priceKind, 'Negotiated value, VND.', 13400000000) negotiated_value?: number | null;
  @AdjustedPrice('Open price × adj_factor, VND.', 60210) adj_open?: number;
  @AdjustedPrice('High price × adj_factor, VND.', 60750) adj_high?: number;
  @AdjustedPrice('Low price × adj_factor, VND.', 59850) adj_low?: number;
  @AdjustedPrice('Close price × adj_factor, VND.', 60300) adj_close?: number;
  @AdjustedPrice(
    "Product of P'/P over the later ex-dates up to to_date (cash dividends, free shares, rights); 1 if there are none.",
    0.9,
  )
  adj_factor?: number;
}

/** A quote to be written: all seven fields of specification 2.1. */
export class QuoteWrite extends writeBody(
  Quote,
  'status',
  'recogized',
  'is_apporval',
  'approval_by',
  'approval_at',
) {}

/** Control and approval attributes of a stored quote (specification 2.9). */
class QuoteControl {
  @Shown(uuidKind, 'Identifier assigned by the service.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(textShown, 'Status of the record.', 'active') status: string;
  @Shown(instantShown, 'Last change, UTC.', '2024-01-31T08:15:02.123456Z') timestamp: string;
  @Shown(flagShown, '1 if the ticker is in the security master.', 1) recogized: number;
  @Shown(flagShown, '1 if approved.', 0) is_apporval: number;
  @ShownOrNull(textShown, 'Principal who approved.', null) approval_by: string | null;
  @ShownOrNull(instantShown, 'When it was approved, UTC.', null) approval_at: string | null;
}

/** A stored quote with its control and approval attributes. */
export class StoredQuoteRecord extends IntersectionType(QuoteBar, QuoteControl) {}

/** Base metadata of a stored quote, as in the list of the resource. */
export class QuoteMetadata extends QuoteControl {
  @Shown(textShown, 'Address of the item.', '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') url: string;
  @FieldOf(Quote) ticker: string;
  @Shown(dateShown, 'Trade date.', '2024-01-31') date: string;
}

/** Parameters of GET /quote. */
export class QuoteQuery extends TickerRangeQuery {
  @QueryField(
    dateKind,
    'The whole market on one day; cannot be combined with from_date or to_date.',
    '20240131',
  )
  date?: string;

  @QueryField(
    choiceKind(['1d', '1w', '1m']),
    'Bar length: day, ISO week or calendar month. Weekly and monthly bars carry the date of their last trading day and include only days within from_date and to_date.',
    '1d',
  )
  interval?: '1d' | '1w' | '1m';

  @QueryField(
    booleanKind,
    "Prices and volumes adjusted to be comparable with the last day: to_date or date, else the last stored bar. Only corporate actions effective by then count; prices × P'/P, volumes × (1 + α + β) for each later ex-date.",
    false,
    { default: false },
  )
  adjusted?: boolean;

  @QueryField(
    choiceKind(['basic', 'extended']),
    'extended adds the reference, limits, change, matched and negotiated trading of each day, and with adjusted=true the adjusted prices alongside the raw ones. Daily bars only.',
    'basic',
    { default: 'basic' },
  )
  fields?: 'basic' | 'extended';

  @QueryField(
    choiceKind(['all', 'approved', 'pending']),
    'Filter by approval. Defaults to the configured publication; if only approved quotes are published, reading others requires quote:write or quote:approve.',
    'all',
  )
  approval?: 'all' | 'approved' | 'pending';
}

/** Parameters of GET /svc/quote. */
export class StoredQuoteQuery extends DateRangeQuery {
  @Ticker(QueryField) ticker?: string;

  @QueryField(choiceKind(['approved', 'pending']), 'Filter by approval.', 'pending')
  approval?: 'approved' | 'pending';
}

/** Natural key of a quote in a query. */
export class QuoteKeyQuery {
  @Ticker(RequiredQueryField) ticker: string;
  @RequiredQueryField(dateKind, 'Trade date.', '20240131') date: string;
}
