import { ApiProperty } from '@nestjs/swagger';
import { ProblemDocument } from '../../http/docs/operations.js';
import { Shown } from '../../http/fields/fields.js';
import { booleanKind, choiceKind, textShown } from '../../kinds/kinds.js';
import { RESOLUTIONS, SYMBOL_TYPES, type SymbolType } from './udf-kinds.js';

const INTEGER = { schema: { type: 'integer' as const } };
const numbers = (type: 'integer' | 'number') => ({ schema: { type: 'array' as const, items: { type } } });
const texts = { schema: { type: 'array' as const, items: { type: 'string' as const } } };

/** A filter that a chart offers. */
class UdfChoice {
  @Shown(textShown, { description: 'Value to send; empty for all.', example: 'HOSE' })
  value: string;
  @Shown(textShown, { description: 'Name to show.', example: 'HOSE' })
  name: string;
  @Shown(textShown, { description: 'Description, of exchanges only.', example: 'HOSE', optional: true })
  desc?: string;
}

/** What the feed offers. */
export class UdfConfig {
  @Shown(texts, { description: 'Resolutions.', example: RESOLUTIONS })
  supported_resolutions: string[];
  @Shown(booleanKind, { description: 'Symbols are searched and resolved one by one.', example: true })
  supports_search: boolean;
  @Shown(booleanKind, { description: 'Symbols need not be loaded by groups.', example: false })
  supports_group_request: boolean;
  @Shown(booleanKind, { description: 'There are no marks on bars.', example: false })
  supports_marks: boolean;
  @Shown(booleanKind, { description: 'There are no marks on the time scale.', example: false })
  supports_timescale_marks: boolean;
  @Shown(booleanKind, { description: 'The time of the server can be asked.', example: true })
  supports_time: boolean;
  @ApiProperty({ type: [UdfChoice], description: 'Exchanges of the stored symbols.' })
  exchanges: UdfChoice[];
  @ApiProperty({
    type: [UdfChoice],
    description: 'Types of symbols.',
    example: [{ value: 'stock', name: 'stock' }],
  })
  symbols_types: UdfChoice[];
}

/** A symbol that a search found. */
export class UdfFound {
  @Shown(textShown, { description: 'Symbol.', example: 'VNM' })
  symbol: string;
  @Shown(textShown, { description: 'Symbol with its exchange.', example: 'HOSE:VNM' })
  full_name: string;
  @Shown(textShown, { description: 'Name.', example: 'CTCP Sữa Việt Nam' })
  description: string;
  @Shown(textShown, { description: 'Exchange; VN where it is not known.', example: 'HOSE' })
  exchange: string;
  @Shown(textShown, { description: 'Name to ask by.', example: 'VNM' })
  ticker: string;
  @Shown(choiceKind(SYMBOL_TYPES), { description: 'Type.', example: 'stock' })
  type: SymbolType;
}

/** A resolved symbol. */
export class UdfSymbol {
  @Shown(textShown, { description: 'Symbol.', example: 'VNM' })
  name: string;
  @Shown(textShown, { description: 'Name to ask by.', example: 'VNM' })
  ticker: string;
  @Shown(textShown, { description: 'Symbol with its exchange.', example: 'HOSE:VNM' })
  full_name: string;
  @Shown(textShown, { description: 'Name.', example: 'CTCP Sữa Việt Nam' })
  description: string;
  @Shown(choiceKind(SYMBOL_TYPES), { description: 'Type.', example: 'stock' })
  type: SymbolType;
  @Shown(textShown, { description: 'Exchange; VN where it is not known.', example: 'HOSE' })
  exchange: string;
  @Shown(textShown, { description: 'Exchange of the listing, the same.', example: 'HOSE' })
  listed_exchange: string;
  @Shown(textShown, { description: 'Time zone of the session.', example: 'Asia/Ho_Chi_Minh' })
  timezone: string;
  @Shown(textShown, { description: 'Trading hours, Monday to Friday.', example: '0900-1500' })
  session: string;
  @Shown(textShown, { description: 'Prices are plain numbers.', example: 'price' })
  format: string;
  @Shown(INTEGER, {
    description: 'Smallest price step in units of 1 / pricescale: VND of stocks and funds, points of others.',
    example: 10,
  })
  minmov: number;
  @Shown(INTEGER, {
    description: 'Units in 1 of the price: 1 for VND, 100 for index levels, 10 for futures.',
    example: 1,
  })
  pricescale: number;
  @Shown(textShown, {
    description:
      'Price steps by price, where the exchange has several: step, price from which the next holds, step …',
    example: '10 10000 50 50000 100',
    optional: true,
  })
  variable_tick_size?: string;
  @Shown(textShown, { description: 'Currency of stocks and funds.', example: 'VND', optional: true })
  currency_code?: string;
  @Shown(booleanKind, { description: 'There are no bars within a day.', example: false })
  has_intraday: boolean;
  @Shown(booleanKind, { description: 'Daily bars are there.', example: true })
  has_daily: boolean;
  @Shown(booleanKind, { description: 'Weekly and monthly bars are there.', example: true })
  has_weekly_and_monthly: boolean;
  @Shown(texts, { description: 'Resolutions.', example: RESOLUTIONS })
  supported_resolutions: string[];
  @Shown(INTEGER, { description: 'Decimals of the volume.', example: 0 })
  volume_precision: number;
  @Shown(textShown, { description: 'Bars are those of finished days.', example: 'endofday' })
  data_status: string;
}

/** A group of symbols as a table: every list has one value a symbol, a plain value holds for all. */
export class UdfSymbolTable {
  @Shown(texts, { description: 'Symbols.', example: ['VNM', 'VNINDEX'] })
  symbol: string[];
  @Shown(texts, { description: 'Names to ask by.', example: ['VNM', 'VNINDEX'] })
  ticker: string[];
  @Shown(texts, { description: 'Names.', example: ['CTCP Sữa Việt Nam', 'VN-Index'] })
  description: string[];
  @Shown(texts, { description: 'Types.', example: ['stock', 'index'] })
  type: string[];
  @Shown(texts, { description: 'Exchanges of the listing.', example: ['HOSE', 'HOSE'] })
  'exchange-listed': string[];
  @Shown(texts, { description: 'Exchanges of the trading.', example: ['HOSE', 'HOSE'] })
  'exchange-traded': string[];
  @Shown(numbers('integer'), { description: 'Smallest price steps.', example: [10, 1] })
  minmovement: number[];
  @Shown(numbers('integer'), { description: 'Units in 1 of the price.', example: [1, 100] })
  pricescale: number[];
  @Shown(textShown, { description: 'Time zone.', example: 'Asia/Ho_Chi_Minh' })
  timezone: string;
  @Shown(textShown, { description: 'Trading hours.', example: '0900-1500' })
  'session-regular': string;
  @Shown(booleanKind, { description: 'No bars within a day.', example: false })
  'has-intraday': boolean;
  @Shown(booleanKind, { description: 'Daily bars.', example: true })
  'has-daily': boolean;
  @Shown(booleanKind, { description: 'Weekly and monthly bars.', example: true })
  'has-weekly-and-monthly': boolean;
  @Shown(texts, { description: 'Resolutions.', example: RESOLUTIONS })
  'supported-resolutions': readonly string[];
}

/** Bars as a table, oldest first, or that there are none. */
export class UdfHistory {
  @Shown(choiceKind(['ok', 'no_data']), { description: 'Status.', example: 'ok' })
  s: 'ok' | 'no_data';
  @Shown(numbers('integer'), {
    description:
      'Times, unix seconds: 00:00 UTC of the trade date; of a week or month, of its first day with a bar.',
    example: [1706659200],
    optional: true,
  })
  t?: number[];
  @Shown(numbers('number'), {
    description: 'Opening prices, VND (points), adjusted.',
    example: [66900],
    optional: true,
  })
  o?: number[];
  @Shown(numbers('number'), { description: 'Highest prices, adjusted.', example: [67500], optional: true })
  h?: number[];
  @Shown(numbers('number'), { description: 'Lowest prices, adjusted.', example: [66500], optional: true })
  l?: number[];
  @Shown(numbers('number'), { description: 'Closing prices, adjusted.', example: [67000], optional: true })
  c?: number[];
  @Shown(numbers('number'), {
    description: 'Volumes, securities, adjusted, whole.',
    example: [3415800],
    optional: true,
  })
  v?: number[];
  @Shown(INTEGER, {
    description:
      'With no_data: time of the last bar before the range, unix seconds; absent when there is none.',
    example: 1706572800,
    optional: true,
  })
  nextTime?: number;
}

/** A problem document that is an error of the protocol as well. */
export class UdfProblem extends ProblemDocument {
  @Shown(choiceKind(['error']), { description: 'Status.', example: 'error' })
  s: 'error';
  @Shown(textShown, { description: 'What happened, for a person.', example: 'No symbol XYZ' })
  errmsg: string;
}
