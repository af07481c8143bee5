import { ApiProperty } from '@nestjs/swagger';
import { QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { TradeDate } from '../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { booleanKind, textOf, textShown, textsShown, tickerKind } from '../../kinds/kinds.js';
import { CATALOGUE } from './catalogue/catalogue.js';
import type { Group, Unit } from './catalogue/indicator.js';
import { MOST_INDICATORS } from './expression.js';
import type { Input } from './formulas/series.js';
import { NamedParameter } from './technical-analysis.parameters.js';

/** Longest text of `indicator`, characters: ten items with every value written out fit. */
const LONGEST_EXPRESSION = 1000;

/** A bound, or none. */
const bound = { schema: { type: 'number', nullable: true } } as const;
/** One of several words that the catalogue uses. */
const wordOf = (words: readonly string[]) => ({
  schema: { type: 'string' as const, enum: [...new Set(words)] },
});

/** Parameters of GET /trade/technical-analysis. */
export class TechnicalAnalysisQuery extends DateRangeQuery {
  @RequiredQueryField(tickerKind, 'One security or index symbol.', 'VNM') ticker: string;

  @RequiredQueryField(
    textOf({ max: LONGEST_EXPRESSION }),
    `1 to ${MOST_INDICATORS} indicators separated by commas, each a catalogue code with or without its parameter values in brackets, in the order of the catalogue: \`rsi\`, \`rsi(9)\`, \`macd(5,13,6)\`. Missing values take their defaults.`,
    'rsi(14),macd(12,26,9)',
  )
  indicator: string;

  @QueryField(
    booleanKind,
    'Prices and numbers of shares adjusted as of to_date (the last bar if omitted): bars before an ex-date × the factors of all actions effective by then. `false`: as traded.',
    true,
    { default: true },
  )
  adjusted?: boolean;

  @NamedParameter('period', 'Number of bars.') period?: number;

  @NamedParameter('deviation', 'Width of the bands in standard deviations, or minimum reversal in percent.')
  deviation?: number;

  @NamedParameter('step', 'Step of the acceleration factor.') step?: number;
  @NamedParameter('maximum', 'Maximum acceleration factor, not less than step.') maximum?: number;
  @NamedParameter('fast_period', 'Bars of the fast average, fewer than slow_period.') fast_period?: number;
  @NamedParameter('slow_period', 'Bars of the slow average.') slow_period?: number;
  @NamedParameter('signal_period', 'Bars of the signal line.') signal_period?: number;
  @NamedParameter('source', 'Prices searched for turning points.') source?: string;
  @NamedParameter('k_period', 'Bars of the range of %K.') k_period?: number;
  @NamedParameter('slowing', 'Bars that %K is smoothed over; 1 for no smoothing.') slowing?: number;
  @NamedParameter('d_period', 'Bars that %D averages; 1 for no averaging.') d_period?: number;
  @NamedParameter('average_period', 'Bars that the oscillator is averaged over.') average_period?: number;
}

/** The indicators of one ticker on one trading day. */
export class TechnicalAnalysisRecord {
  @Shown(tickerKind, 'Security or index symbol.', 'VNM') ticker: string;
  @TradeDate() date: string;

  @ApiProperty({
    type: 'object',
    description:
      'Keyed by item, in the order of the request: its name with all parameters, then its outputs. Numbers are not rounded; null during warm-up, for missing data and if the formula divides by zero.',
    additionalProperties: {
      type: 'object',
      additionalProperties: {
        oneOf: [{ type: 'number', nullable: true }, { type: 'string' }, { type: 'boolean' }],
      },
    },
    example: {
      'rsi(14)': { rsi: 61.23 },
      'macd(12,26,9)': { macd: 310.4, signal: 255.1, histogram: 55.3 },
    },
  })
  values: Record<string, Record<string, number | string | boolean | null>>;
}

/** A parameter of an indicator. */
class IndicatorParameterRecord {
  @Shown(textShown, 'Name, also that of the query parameter.', 'period') name: string;
  @Shown(wordOf(['integer', 'number', 'string']), 'Type of its values.', 'integer') type: string;

  @Shown({ schema: { oneOf: [{ type: 'number' }, { type: 'string' }] } }, 'Value if omitted.', 14)
  default: number | string;

  @Shown(bound, 'Minimum value, inclusive; null for words.', 2) min: number | null;
  @Shown(bound, 'Maximum value, inclusive; null for words.', 500) max: number | null;

  @ShownOrNull(
    { schema: { type: 'array', items: { type: 'string' }, nullable: true } },
    'Allowed words; null for numbers.',
    null,
  )
  enum: string[] | null;
}

/** A column that an indicator returns. */
class IndicatorOutputRecord {
  @Shown(textShown, 'Name of the value in a response.', 'rsi') name: string;

  @ShownOrNull(
    { schema: { type: 'string', nullable: true } },
    'Unit of measure; price is VND (points for an index), points is a scale without a unit. Null for words and flags.',
    'points',
  )
  unit: Unit;

  @Shown(bound, 'Minimum value that the formula can yield; null if there is none.', 0) min: number | null;
  @Shown(bound, 'Maximum value that the formula can yield; null if there is none.', 100) max: number | null;
}

/** One indicator of the catalogue. */
export class IndicatorRecord {
  @Shown(wordOf(CATALOGUE.map(({ code }) => code)), 'Code to request it by.', 'rsi') code: string;
  @Shown(textShown, 'Name as the specification spells it.', 'RSI') name: string;

  @Shown(wordOf(CATALOGUE.map(({ group }) => group)), 'Heading that it is listed under.', 'Momentum')
  group: Group;

  @Shown(booleanKind, 'True if it is drawn over the price, false if in a pane of its own.', false)
  overlay: boolean;

  @Shown(textsShown, 'Columns that it is computed from.', ['close']) inputs: Input[];

  @ApiProperty({
    type: [IndicatorParameterRecord],
    description: 'Its parameters, in the order of the values in brackets.',
  })
  parameters: IndicatorParameterRecord[];

  @ApiProperty({ type: [IndicatorOutputRecord], description: 'The values that it returns.' })
  outputs: IndicatorOutputRecord[];

  @ShownOrNull(
    { schema: { type: 'integer', nullable: true } },
    'Number of leading bars of a ticker for which a value is null, with default parameters; null if it depends on the prices.',
    14,
  )
  warm_up_bars: number | null;

  @Shown(bound, 'Returned instead of a value whose formula divides by zero: null, never 0.', null)
  zero_division_value: number | null;

  @Shown(
    booleanKind,
    'Whether the service stores the inputs: always true. A ticker without them has nulls.',
    true,
  )
  available: boolean;

  @Shown(
    textShown,
    'How it is computed, in one line: n is its period, t the typical price (high + low + close) ÷ 3.',
    '100 × gain ÷ (gain + loss), each mean = (mean before × (n − 1) + x) ÷ n',
  )
  formula: string;
}
