import { ApiProperty } from '@nestjs/swagger';
import { ProblemDocument } from '../../http/docs/operations.js';
import { Shown } from '../../http/fields/fields.js';
import { booleanKind, choiceKind, integerShown, textShown, textsShown } from '../../kinds/kinds.js';
import { RESOLUTIONS, SYMBOL_TYPES, type SymbolType } from './udf-kinds.js';

const numbers = (type: 'integer' | 'number') => ({ schema: { type: 'array' as const, items: { type } } });

/** A filter that a chart offers. */
class UdfChoice {
  @Shown(textShown, 'Value to send; empty for all.', 'HOSE') value: string;
  @Shown(textShown, 'Name to show.', 'HOSE') name: string;
  @Shown(textShown, 'Description, for exchanges only.', 'HOSE', { optional: true }) desc?: string;
}

/** What the feed offers. */
export class UdfConfig {
  @Shown(textsShown, 'Resolutions.', RESOLUTIONS) supported_resolutions: string[];
  @Shown(booleanKind, 'Symbols are searched and resolved one by one.', true) supports_search: boolean;
  @Shown(booleanKind, 'Symbols need not be loaded by groups.', false) supports_group_request: boolean;
  @Shown(booleanKind, 'There are no marks on bars.', false) supports_marks: boolean;
  @Shown(booleanKind, 'There are no marks on the time scale.', false) supports_timescale_marks: boolean;
  @Shown(booleanKind, 'The server time can be requested.', true) supports_time: boolean;
  @ApiProperty({ type: [UdfChoice], description: 'Exchanges of the stored symbols.' }) exchanges: UdfChoice[];
  @ApiProperty({
    type: [UdfChoice],
    description: 'Symbol types.',
    example: [{ value: 'stock', name: 'stock' }],
  })
  symbols_types: UdfChoice[];
}

/** A symbol that a search found. */
export class UdfFound {
  @Shown(textShown, 'Symbol.', 'VNM') symbol: string;
  @Shown(textShown, 'Symbol with its exchange.', 'HOSE:VNM') full_name: string;
  @Shown(textShown, 'Name.', 'CTCP Sữa Việt Nam') description: string;
  @Shown(textShown, 'Exchange; VN if it is not known.', 'HOSE') exchange: string;
  @Shown(textShown, 'Name to request it by.', 'VNM') ticker: string;
  @Shown(choiceKind(SYMBOL_TYPES), 'Type.', 'stock') type: SymbolType;
}

/** A resolved symbol. */
export class UdfSymbol {
  @Shown(textShown, 'Symbol.', 'VNM') name: string;
  @Shown(textShown, 'Name to request it by.', 'VNM') ticker: string;
  @Shown(textShown, 'Symbol with its exchange.', 'HOSE:VNM') full_name: string;
  @Shown(textShown, 'Name.', 'CTCP Sữa Việt Nam') description: string;
  @Shown(choiceKind(SYMBOL_TYPES), 'Type.', 'stock') type: SymbolType;
  @Shown(textShown, 'Exchange; VN if it is not known.', 'HOSE') exchange: string;
  @Shown(textShown, 'Listing exchange, the same as exchange.', 'HOSE') listed_exchange: string;
  @Shown(textShown, 'Time zone of the session.', 'Asia/Ho_Chi_Minh') timezone: string;
  @Shown(textShown, 'Trading hours, Monday to Friday.', '0900-1500') session: string;
  @Shown(textShown, 'Prices are plain numbers.', 'price') format: string;
  @Shown(
    integerShown,
    'Smallest price step in units of 1 / pricescale: VND for stocks and funds, points for others.',
    10,
  )
  minmov: number;
  @Shown(integerShown, 'Units in a price of 1: 1 for VND, 100 for index levels, 10 for futures.', 1)
  pricescale: number;
  @Shown(
    textShown,
    'Price steps by price, if the exchange has several: step, price from which the next one applies, step …',
    '10 10000 50 50000 100',
    { optional: true },
  )
  variable_tick_size?: string;
  @Shown(textShown, 'Currency of stocks and funds.', 'VND', { optional: true }) currency_code?: string;
  @Shown(booleanKind, 'There are no intraday bars.', false) has_intraday: boolean;
  @Shown(booleanKind, 'Daily bars are available.', true) has_daily: boolean;
  @Shown(booleanKind, 'Weekly and monthly bars are available.', true) has_weekly_and_monthly: boolean;
  @Shown(textsShown, 'Resolutions.', RESOLUTIONS) supported_resolutions: string[];
  @Shown(integerShown, 'Decimals of the volume.', 0) volume_precision: number;
  @Shown(textShown, 'Bars are of finished days.', 'endofday') data_status: string;
}

/** A group of symbols as a table: every list has one value per symbol, a plain value holds for all. */
export class UdfSymbolTable {
  @Shown(textsShown, 'Symbols.', ['VNM', 'VNINDEX']) symbol: string[];
  @Shown(textsShown, 'Names to request them by.', ['VNM', 'VNINDEX']) ticker: string[];
  @Shown(textsShown, 'Names.', ['CTCP Sữa Việt Nam', 'VN-Index']) description: string[];
  @Shown(textsShown, 'Types.', ['stock', 'index']) type: string[];
  @Shown(textsShown, 'Listing exchanges.', ['HOSE', 'HOSE']) 'exchange-listed': string[];
  @Shown(textsShown, 'Trading exchanges.', ['HOSE', 'HOSE']) 'exchange-traded': string[];
  @Shown(numbers('integer'), 'Smallest price steps.', [10, 1]) minmovement: number[];
  @Shown(numbers('integer'), 'Units in a price of 1.', [1, 100]) pricescale: number[];
  @Shown(textShown, 'Time zone.', 'Asia/Ho_Chi_Minh') timezone: string;
  @Shown(textShown, 'Trading hours.', '0900-1500') 'session-regular': string;
  @Shown(booleanKind, 'No intraday bars.', false) 'has-intraday': boolean;
  @Shown(booleanKind, 'Daily bars.', true) 'has-daily': boolean;
  @Shown(booleanKind, 'Weekly and monthly bars.', true) 'has-weekly-and-monthly': boolean;
  @Shown(textsShown, 'Resolutions.', RESOLUTIONS) 'supported-resolutions': readonly string[];
}

/** Bars as a table, oldest first, or a note that there are none. */
export class UdfHistory {
  @Shown(choiceKind(['ok', 'no_data']), 'Status.', 'ok') s: 'ok' | 'no_data';
  @Shown(
    numbers('integer'),
    'Times, unix seconds: 00:00 UTC of the trade date; for a week or month, of its first day with a bar.',
    [1706659200],
    { optional: true },
  )
  t?: number[];
  @Shown(numbers('number'), 'Opening prices, VND (points), adjusted.', [66900], { optional: true })
  o?: number[];
  @Shown(numbers('number'), 'Highest prices, adjusted.', [67500], { optional: true }) h?: number[];
  @Shown(numbers('number'), 'Lowest prices, adjusted.', [66500], { optional: true }) l?: number[];
  @Shown(numbers('number'), 'Closing prices, adjusted.', [67000], { optional: true }) c?: number[];
  @Shown(numbers('number'), 'Volumes, securities, adjusted, whole numbers.', [3415800], { optional: true })
  v?: number[];
  @Shown(
    integerShown,
    'With no_data: time of the last bar before the range, unix seconds; absent if there is none.',
    1706572800,
    { optional: true },
  )
  nextTime?: number;
}

/** A problem document that is an error of the protocol as well. */
export class UdfProblem extends ProblemDocument {
  @Shown(choiceKind(['error']), 'Status.', 'error') s: 'error';
  @Shown(textShown, 'What happened, for human readers.', 'No symbol XYZ') errmsg: string;
}
