import { compact, integer, NOTHING, percent, price, ratio } from '../../format.js';
import { text } from '../../text/language.js';
import type { NamedFigure } from '../../view/figures.js';
import { colorOfPrice } from '../chart/price-color.js';
import type { OfCompany } from './of-company.js';

type Detail = OfCompany['detail'];
type Code = keyof (typeof text.value)['company']['figures'];

/** A figure of the day: its source, its format, and the figures that it is computed from. */
interface Kind {
  code: Code;
  of: (detail: Detail) => number | string | null;
  shown: (value: number) => string;
  from?: readonly Code[];
  /** a price, coloured as on the boards of the exchanges */
  isPrice?: boolean;
}

const DAY: readonly Kind[] = [
  { code: 'reference', of: (detail) => detail.reference, shown: price, from: ['previous_close'] },
  { code: 'ceiling', of: (detail) => detail.ceiling, shown: price, from: ['reference'] },
  { code: 'floor', of: (detail) => detail.floor, shown: price, from: ['reference'] },
  { code: 'open', of: (detail) => detail.open, shown: price, isPrice: true },
  { code: 'high', of: (detail) => detail.high, shown: price, isPrice: true },
  { code: 'low', of: (detail) => detail.low, shown: price, isPrice: true },
  { code: 'previous_close', of: (detail) => detail.previous_close, shown: price },
  { code: 'average_price', of: (detail) => detail.average_price, shown: price, isPrice: true },
  { code: 'matched_volume', of: (detail) => detail.matched_volume, shown: integer },
  { code: 'matched_value', of: (detail) => detail.matched_value, shown: compact },
  { code: 'negotiated_volume', of: (detail) => detail.negotiated_volume, shown: integer },
  { code: 'negotiated_value', of: (detail) => detail.negotiated_value, shown: compact },
];

const COMPANY: readonly Kind[] = [
  {
    code: 'market_cap',
    of: (detail) => detail.market_cap,
    shown: compact,
    from: ['close', 'outstanding_shares'],
  },
  { code: 'pe', of: (detail) => detail.pe, shown: ratio, from: ['close', 'eps'] },
  { code: 'pb', of: (detail) => detail.pb, shown: ratio, from: ['close', 'bvps'] },
  { code: 'eps', of: (detail) => detail.eps, shown: integer, from: ['outstanding_shares'] },
  { code: 'bvps', of: (detail) => detail.bvps, shown: integer, from: ['outstanding_shares'] },
  { code: 'high_52w_close', of: (detail) => detail.high_52w_close, shown: price },
  { code: 'low_52w_close', of: (detail) => detail.low_52w_close, shown: price },
  { code: 'average_matched_volume_52w', of: (detail) => detail.average_matched_volume_52w, shown: integer },
  { code: 'adjustment_ratio', of: (detail) => detail.adjustment_ratio, shown: (value) => value.toFixed(4) },
  { code: 'outstanding_shares', of: (detail) => detail.outstanding_shares, shown: integer },
  { code: 'listed_shares', of: (detail) => detail.listed_shares, shown: integer },
  { code: 'listing_date', of: (detail) => detail.listing_date, shown: String },
  { code: 'isin', of: (detail) => detail.isin, shown: String },
];

const CLOSE: Kind = { code: 'close', of: (detail) => detail.last_price, shown: price };
const KINDS = [...DAY, ...COMPANY, CLOSE];

/** The figures of the day, or those of the company, each with its explanation. */
export function figuresOf(detail: Detail, part: 'day' | 'company'): NamedFigure[] {
  return (part === 'day' ? DAY : COMPANY).map((kind) => figureOf(detail, kind));
}

function figureOf(detail: Detail, kind: Kind): NamedFigure {
  const { figures } = text.value.company;
  const { label, formula } = figures[kind.code];
  const value = kind.of(detail);
  return {
    title: label,
    value: shownOf(detail, kind),
    formula,
    inputs: (kind.from ?? []).flatMap((code) => {
      const input = KINDS.find((each) => each.code === code);
      return input === undefined ? [] : [[figures[code].label, shownOf(detail, input)] as const];
    }),
    date: detail.date,
    source: `GET /detail/${detail.ticker}`,
    ...(kind.isPrice === true && typeof value === 'number' && { tone: colorOfPrice(value, detail) ?? '' }),
  };
}

function shownOf(detail: Detail, { of, shown }: Kind): string {
  const value = of(detail);
  if (value === null) return NOTHING;
  return typeof value === 'string' ? value : shown(value);
}

/** A ratio as the service computes it: times and days as they are, shares in percent. */
export function shownRatio(value: number | null, unit: string | null): string {
  if (value === null) return NOTHING;
  if (unit === 'VND') return Math.abs(value) < 1e6 ? integer(value) : compact(value);
  return unit === 'ratio' ? percent(value * 100) : ratio(value);
}
