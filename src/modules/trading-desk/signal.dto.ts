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
  @Shown(textShown, { description: 'Name of the rule.', example: 'rsi' })
  rule: string;
  @Shown(textShown, {
    description: 'Indicator with its parameters, as technical analysis takes it.',
    example: 'rsi(14)',
  })
  indicator: string;
  @ShownOrNull(numberKind(), {
    description:
      'What the threshold is about, in the unit of the indicator: the average (VND), the histogram (VND), rsi, slow_k, cci, adx, the position within the bands (0 the lower, 1 the upper), obv less its mean (securities), williams_r, roc (percent). Null while it cannot be computed.',
    example: 28.4,
  })
  value: number | null;
  @Shown(textShown, {
    description: 'When the rule votes buy and when sell; neutral otherwise.',
    example: 'buy: rsi < 30; sell: rsi > 70',
  })
  threshold: string;
  @ShownOrNull(choiceKind(['buy', 'neutral', 'sell']), {
    description: 'Its vote; null where there is no value.',
    example: 'buy',
  })
  vote: string | null;
}

/** What the rules of technical analysis say of a security. */
export class SignalRecord {
  @Ticker() ticker: string;
  @Shown(dateShown, { description: 'Day of the last bar that entered.', example: '2024-01-31' })
  date: string;
  @Shown(priceKind, { description: 'Its close, VND.', example: 67000 })
  close: number;
  @ShownOrNull(choiceKind(SIGNALS), {
    description:
      'strong_buy where balance > 0.5, buy where > 0.1, sell where < −0.1, strong_sell where < −0.5, else neutral; null where no rule has a value.',
    example: 'buy',
  })
  signal: string | null;
  @ShownOrNull(numberKind({ min: -1, max: 1 }), {
    description: '(buy_count − sell_count) ÷ (buy_count + neutral_count + sell_count), from −1 to 1.',
    example: 0.25,
  })
  balance: number | null;
  @Shown(COUNT, { description: 'Rules that vote buy.', example: 6 })
  buy_count: number;
  @Shown(COUNT, { description: 'Rules that vote neutral.', example: 3 })
  neutral_count: number;
  @Shown(COUNT, { description: 'Rules that vote sell.', example: 3 })
  sell_count: number;
  @ApiProperty({ type: [SignalRule], description: 'Every rule with its value and vote.' })
  rules: SignalRule[];
}

/** Parameters of GET /trading/signal. */
export class SignalQuery extends PageQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_CODES), {
    description: `One security symbol, or up to ${MAXIMUM_CODES} separated by commas. Without it the stocks and funds of the exchange or of the whole market.`,
    example: 'VNM,FPT',
  })
  ticker?: string[];
  @QueryField(exchangeKind, {
    description: 'Exchange of the security master; one that is not known is 400, with the known ones.',
    example: 'HOSE',
  })
  exchange?: string;
  @QueryField(dateKind, {
    description:
      'The signal as of the close of this day: only bars and actions until then. The present day of the market when not given.',
    example: '20240131',
  })
  date?: string;
}
