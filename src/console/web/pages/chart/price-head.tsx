import { type ComponentChildren, h } from 'preact';
import { compact, integer, percent, price, ratio, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { localName } from '../../view/local-name.js';
import type { BodyOf } from '../../view/read.js';
import { colorOfPrice } from './price-color.js';

export type Detail = BodyOf<'/detail/{ticker}'>;

/** Name, last price, change and the figures of the day. */
export function PriceHead({ of }: { of: Detail }) {
  const { ticker, exchange, security_type: type } = of;
  const name = localName(of) ?? ticker;
  return (
    <header class="price-head">
      <div class="price-main">
        <div class="price-title">
          <h1>{ticker}</h1>
          {exchange !== null && <span class="badge badge-neutral">{exchange}</span>}
          {type !== 'stock' && (
            <span class="badge badge-neutral">{text.value.chart.head.types[type ?? ''] ?? type}</span>
          )}
          <p class="muted price-name" title={name}>
            {name}
          </p>
        </div>
        <LastPrice of={of} />
      </div>
      <dl class="figures price-figures">
        {figuresOf(of).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function LastPrice({ of }: { of: Detail }) {
  const { last_price: last, change, change_percent: rate, date } = of;
  if (last === null) return null;
  const color = colorOfPrice(last, of);
  // The meaning of the colour in words too: colour alone says nothing to many readers.
  const words: Readonly<Record<string, string>> = text.value.chart.head.at;
  return (
    <p class="price-last">
      <data class={color ?? ''} value={String(last)}>
        {price(last)}
      </data>
      <span class={color ?? ''}>{`${withSign(change, price)} (${withSign(rate, percent)})`}</span>
      {color !== null && color in words && <span class={`badge ${color}`}>{words[color]}</span>}
      <span class="muted">{date}</span>
    </p>
  );
}

/** The known figures, by name. */
function figuresOf(of: Detail): (readonly [string, ComponentChildren])[] {
  const words = text.value.chart.head;
  const coloredPrice = (value: number | null) => (
    <span class={colorOfPrice(value, of) ?? ''}>{price(value)}</span>
  );
  const limit = (name: 'reference' | 'ceiling' | 'floor') => <span class={name}>{price(of[name])}</span>;
  const { low_52w_close: low, high_52w_close: high } = of;
  const all: readonly (readonly [string, ComponentChildren, boolean])[] = [
    [words.reference, limit('reference'), of.reference !== null],
    [words.ceiling, limit('ceiling'), of.ceiling !== null],
    [words.floor, limit('floor'), of.floor !== null],
    [words.open, coloredPrice(of.open), true],
    [words.high, coloredPrice(of.high), true],
    [words.low, coloredPrice(of.low), true],
    [words.average, coloredPrice(of.average_price), of.average_price !== null],
    [words.volume, integer(of.matched_volume), of.matched_volume !== null],
    [words.value, compact(of.matched_value), of.matched_value !== null],
    [words.cap, compact(of.market_cap), of.market_cap !== null],
    [words.pe, ratio(of.pe), of.pe !== null],
    [words.pb, ratio(of.pb), of.pb !== null],
    [words.eps, integer(of.eps), of.eps !== null],
    [words.year, `${price(low)} – ${price(high)}`, low !== null],
  ];
  return all.filter(([, , isKnown]) => isKnown).map(([name, value]) => [name, value] as const);
}
