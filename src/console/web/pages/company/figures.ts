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
  format: (value: number) => string;
  from?: readonly Code[];
  /** a price, coloured as on the boards of the exchanges */
  isPrice?: boolean;
}

const DAY: readonly Kind[] = [
  { code: 'reference', of: (detail) => detail.reference, format: price, from: ['previous_close'] },
  { code: 'ceiling', of: (detail) => detail.ceiling, format: price, from: ['reference'] },
  { code: 'floor', of: (detail) => detail.floor, format: price, from: ['reference'] },
  { code: 'open', of: (detail) => detail.open, format: price, isPrice: true },
  { code: 'high', of: (detail) => detail.high, format: price, isPrice: true },
  { code: 'low', of: (detail) => detail.low, format: price, isPrice: true },
  { code: 'previous_close', of: (detail) => detail.previous_close, format: price },
  { code: 'average_price', of: (detail) => detail.average_price, format: price, isPrice: true },
  { code: 'matched_volume', of: (detail) => detail.matched_volume, format: integer },
  { code: 'matched_value', of: (detail) => detail.matched_value, format: compact },
  { code: 'negotiated_volume', of: (detail) => detail.negotiated_volume, format: integer },
  { code: 'negotiated_value', of: (detail) => detail.negotiated_value, format: compact },
];

const COMPANY: readonly Kind[] = [
  {
    code: 'market_cap',
    of: (detail) => detail.market_cap,
    format: compact,
    from: ['close', 'outstanding_shares'],
  },
  { code: 'pe', of: (detail) => detail.pe, format: ratio, from: ['close', 'eps'] },
  { code: 'pb', of: (detail) => detail.pb, format: ratio, from: ['close', 'bvps'] },
  { code: 'eps', of: (detail) => detail.eps, format: integer, from: ['outstanding_shares'] },
  { code: 'bvps', of: (detail) => detail.bvps, format: integer, from: ['outstanding_shares'] },
  { code: 'high_52w_close', of: (detail) => detail.high_52w_close, format: price },
  { code: 'low_52w_close', of: (detail) => detail.low_52w_close, format: price },
  { code: 'average_matched_volume_52w', of: (detail) => detail.average_matched_volume_52w, format: integer },
  { code: 'adjustment_ratio', of: (detail) => detail.adjustment_ratio, format: (value) => value.toFixed(4) },
  { code: 'outstanding_shares', of: (detail) => detail.outstanding_shares, format: integer },
  { code: 'listed_shares', of: (detail) => detail.listed_shares, format: integer },
  { code: 'listing_date', of: (detail) => detail.listing_date, format: String },
  { code: 'isin', of: (detail) => detail.isin, format: String },
];

const CLOSE: Kind = { code: 'close', of: (detail) => detail.last_price, format: price };
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
    value: valueTextOf(detail, kind),
    formula,
    inputs: (kind.from ?? []).flatMap((code) => {
      const input = KINDS.find((each) => each.code === code);
      return input === undefined ? [] : [[figures[code].label, valueTextOf(detail, input)] as const];
    }),
    date: detail.date,
    source: `GET /detail/${detail.ticker}`,
    ...(kind.isPrice === true && typeof value === 'number' && { tone: colorOfPrice(value, detail) ?? '' }),
  };
}

function valueTextOf(detail: Detail, { of, format }: Kind): string {
  const value = of(detail);
  if (value === null) return NOTHING;
  return typeof value === 'string' ? value : format(value);
}

/** A ratio as the service computes it: times and days as they are, shares in percent. */
export function shownRatio(value: number | null, unit: string | null): string {
  if (value === null) return NOTHING;
  if (unit === 'VND') return Math.abs(value) < 1e6 ? integer(value) : compact(value);
  return unit === 'ratio' ? percent(value * 100) : ratio(value);
}
