import { compact, integer, percent, price, ratio, signed } from '../../format.js';
import { badge, type Child, h } from '../../ui.js';

/** The day of a security, of GET /detail/{ticker}. */
export interface Detail {
  ticker: string;
  name: string;
  name_en: string | null;
  security_type: string;
  exchange: string | null;
  date: string | null;
  open: number | null;
  high: number | null;
  low: number | null;
  last_price: number | null;
  reference: number | null;
  ceiling: number | null;
  floor: number | null;
  average_price: number | null;
  change: number | null;
  change_percent: number | null;
  matched_volume: number | null;
  matched_value: number | null;
  market_cap: number | null;
  low_52w_close: number | null;
  high_52w_close: number | null;
  pe: number | null;
  pb: number | null;
  eps: number | null;
}

/**
 * The colour of a price on its day, as on Vietnamese boards: purple at the ceiling, cyan at the floor, yellow at
 * the reference, else green above it and red below.
 */
export function colorOfPrice(
  value: number | null,
  { reference, ceiling, floor }: Pick<Detail, 'reference' | 'ceiling' | 'floor'>,
): string | null {
  if (value === null || reference === null) return null;
  if (value === ceiling) return 'ceiling';
  if (value === floor) return 'floor';
  if (value === reference) return 'reference';
  return value > reference ? 'up' : 'down';
}

/** What the colour says, in words too: colour alone says nothing to many. */
const WORDS: Readonly<Record<string, string>> = {
  ceiling: 'at the ceiling',
  floor: 'at the floor',
  reference: 'at the reference',
};

/** Name, last price, change and the figures of the day. */
export function priceHeader(detail: Detail): HTMLElement {
  const { ticker, name, name_en: english, exchange, security_type: type, last_price: last } = detail;
  const color = colorOfPrice(last, detail);
  const word = color === null ? undefined : WORDS[color];
  return h(
    'header',
    { class: 'price-head' },
    h(
      'div',
      { class: 'price-main' },
      h(
        'div',
        { class: 'price-title' },
        h('h1', {}, ticker),
        exchange !== null && badge(exchange),
        type !== 'stock' && badge(type),
        h('p', { class: 'muted price-name', title: name }, english === null ? name : `${name} · ${english}`),
      ),
      last !== null &&
        h(
          'p',
          { class: 'price-last' },
          h('data', { class: color, value: last }, price(last)),
          h(
            'span',
            { class: color },
            `${signed(detail.change, price)} (${signed(detail.change_percent, percent)})`,
          ),
          word !== undefined && h('span', { class: `badge ${color}` }, word),
          h('span', { class: 'muted' }, detail.date ?? ''),
        ),
    ),
    h('dl', { class: 'figures price-figures' }, ...figuresOf(detail)),
  );
}

function figuresOf(detail: Detail): Child[] {
  const colored = (value: number | null) => h('span', { class: colorOfPrice(value, detail) }, price(value));
  const { low_52w_close: low, high_52w_close: high } = detail;
  return [
    detail.reference !== null && one('Reference', h('span', { class: 'reference' }, price(detail.reference))),
    detail.ceiling !== null && one('Ceiling', h('span', { class: 'ceiling' }, price(detail.ceiling))),
    detail.floor !== null && one('Floor', h('span', { class: 'floor' }, price(detail.floor))),
    one('Open', colored(detail.open)),
    one('High', colored(detail.high)),
    one('Low', colored(detail.low)),
    detail.average_price !== null && one('Average', colored(detail.average_price)),
    detail.matched_volume !== null && one('Volume', integer(detail.matched_volume)),
    detail.matched_value !== null && one('Value', compact(detail.matched_value)),
    detail.market_cap !== null && one('Market cap', compact(detail.market_cap)),
    detail.pe !== null && one('P/E', ratio(detail.pe)),
    detail.pb !== null && one('P/B', ratio(detail.pb)),
    detail.eps !== null && one('EPS', integer(detail.eps)),
    low !== null && one('52-week closes', `${price(low)} – ${price(high)}`),
  ];
}

function one(name: string, value: Child): HTMLElement {
  return h('div', {}, h('dt', {}, name), h('dd', {}, value));
}
