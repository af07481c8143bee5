import { ApiProperty } from '@nestjs/swagger';
import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { exchangeKind } from '../../kinds/codes.js';
import {
  choiceKind,
  dateKind,
  dateShown,
  integerKind,
  listOf,
  numberKind,
  priceKind,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { RULES, SIGNALS } from './signal.js';

const COUNT = integerKind({ min: 0, max: RULES.length });

/** One rule applied to the last bar. */
export class SignalRule {
  @Shown(textShown, 'Name of the rule.', 'rsi') rule: string;
  @Shown(textShown, 'Indicator with its parameters, as accepted by technical analysis.', 'rsi(14)')
  indicator: string;
  @ShownOrNull(
    numberKind(),
    'Value that the threshold applies to, in the unit of the indicator: the average (VND), the histogram (VND), rsi, slow_k, cci, adx, the position within the bands (0 the lower, 1 the upper), obv minus its mean (securities), williams_r, roc (percent). Null if it cannot be computed.',
    28.4,
  )
  value: number | null;
  @Shown(
    textShown,
    'Conditions under which the rule votes buy or sell; neutral otherwise.',
    'buy: rsi < 30; sell: rsi > 70',
  )
  threshold: string;
  @ShownOrNull(choiceKind(['buy', 'neutral', 'sell']), 'Vote of the rule; null if there is no value.', 'buy')
  vote: string | null;
}

/** Signal of the rules of technical analysis for a security. */
export class SignalRecord {
  @Ticker() ticker: string;
  @Shown(dateShown, 'Day of the last bar used.', '2024-01-31') date: string;
  @Shown(priceKind, 'Close of that bar, VND.', 67000) close: number;
  @ShownOrNull(
    choiceKind(SIGNALS),
    'strong_buy if balance > 0.5, buy if > 0.1, sell if < −0.1, strong_sell if < −0.5, otherwise neutral; null if no rule has a value.',
    'buy',
  )
  signal: string | null;
  @ShownOrNull(
    numberKind({ min: -1, max: 1 }),
    '(buy_count − sell_count) ÷ (buy_count + neutral_count + sell_count), from −1 to 1.',
    0.25,
  )
  balance: number | null;
  @Shown(COUNT, 'Rules that vote buy.', 6) buy_count: number;
  @Shown(COUNT, 'Rules that vote neutral.', 3) neutral_count: number;
  @Shown(COUNT, 'Rules that vote sell.', 3) sell_count: number;
  @ApiProperty({ type: [SignalRule], description: 'Every rule with its value and vote.' })
  rules: SignalRule[];
}

/** Parameters of GET /trading/signal. */
export class SignalQuery extends PageQuery {
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `One security symbol, or up to ${MAXIMUM_CODES} separated by commas. If omitted, the stocks and funds of the exchange or of the whole market.`,
    'VNM,FPT',
  )
  ticker?: string[];
  @QueryField(
    exchangeKind,
    'Exchange of the security master; an unknown one returns 400 with the known ones.',
    'HOSE',
  )
  exchange?: string;
  @QueryField(
    dateKind,
    'Signal as of the close of this day: only bars and actions up to then. The present day of the market by default.',
    '20240131',
  )
  date?: string;
}
