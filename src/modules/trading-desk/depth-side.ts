import { stringify } from 'lossless-json';
import type { FieldError } from '../../errors/domain-errors.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { bigintKind, Invalid, type Kind, priceKind } from '../../kinds/kinds.js';
import { jsonOrNothing } from '../../kinds/structured-kinds.js';

/** Most levels of one side of an order book. */
export const MAXIMUM_LEVELS = 10;

const DETAIL = `a list of at most ${MAXIMUM_LEVELS} levels {"price", "volume"}, the best first, is expected`;
const REFUSAL = new Invalid('invalid_type', DETAIL);

/**
 * One side of an order book: at most {@link MAXIMUM_LEVELS} levels, the best first, each a price in VND and a volume in
 * securities; a `level`, if given, must be its place in the list, from 1. Carried as JSON text of `{price, volume}`,
 * exact past 2^53, and stored as jsonb; the same JSON in CSV.
 */
export const depthSideKind: Kind<string> = {
  fromText: (text) => {
    const value = jsonOrNothing(text);
    return value === undefined ? new Invalid('invalid_format', DETAIL) : depthSideKind.fromJson(value);
  },
  fromJson: (value) => {
    if (!Array.isArray(value)) return REFUSAL;
    if (value.length > MAXIMUM_LEVELS) return new Invalid('out_of_range', DETAIL);
    const levels: object[] = [];
    for (const [place, entry] of value.entries()) {
      const level = levelOf(entry, place + 1);
      if (level instanceof Invalid) return level;
      levels.push(level);
    }
    return stringify(levels) ?? '[]';
  },
  schema: {
    type: 'array',
    maxItems: MAXIMUM_LEVELS,
    items: {
      type: 'object',
      required: ['price', 'volume'],
      properties: {
        level: { type: 'integer', minimum: 1, description: 'Position in the list, from 1.', example: 1 },
        price: { ...priceKind.schema, description: 'Price, VND.', example: 67000 },
        volume: { ...bigintKind.schema, description: 'Volume, securities.', example: 12000 },
      },
    },
  },
  sqlType: 'jsonb',
};

function levelOf(entry: unknown, place: number): object | Invalid {
  if (!isJsonObject(entry)) return REFUSAL;
  const { level = place, price, volume, ...others } = entry;
  if (Object.keys(others).length > 0) return REFUSAL;
  const at = (detail: string) => `level ${place}: ${detail}`;
  if (level !== place) return new Invalid('out_of_range', at(`its place in the list is ${place}`));
  const [readPrice, readVolume] = [priceKind.fromJson(price), bigintKind.fromJson(volume)];
  if (readPrice instanceof Invalid) return new Invalid(readPrice.code, at(`price: ${readPrice.detail}`));
  if (readVolume instanceof Invalid) return new Invalid(readVolume.code, at(`volume: ${readVolume.detail}`));
  return { price: readPrice, volume: readVolume };
}

/** A book to be written; its sides as JSON text. */
interface Book {
  bids?: string;
  asks?: string;
}

/** Checks that bids descend, asks ascend and the best bid is below the best ask: a crossed book has traded already. */
export function checkBook({ bids = '[]', asks = '[]' }: Book): FieldError[] {
  const [bidPrices, askPrices] = [pricesOf(bids), pricesOf(asks)];
  const errors = [
    ...outOfOrder('bids', bidPrices, (worse, better) => worse < better, 'below'),
    ...outOfOrder('asks', askPrices, (worse, better) => worse > better, 'above'),
  ];
  const [bestBid, bestAsk] = [bidPrices[0], askPrices[0]];
  if (bestBid !== undefined && bestAsk !== undefined && bestBid >= bestAsk) {
    errors.push({
      pointer: '/bids/0/price',
      code: 'crossed_book',
      detail: `the best bid ${bestBid} is not below the best ask ${bestAsk}`,
    });
  }
  return errors;
}

function pricesOf(side: string): number[] {
  return (JSON.parse(side) as { price: number }[]).map(({ price }) => price);
}

function outOfOrder(
  side: string,
  prices: readonly number[],
  isWorse: (price: number, before: number) => boolean,
  word: string,
): FieldError[] {
  return prices.flatMap((price, place) => {
    const before = prices[place - 1];
    if (before === undefined || isWorse(price, before)) return [];
    return [
      {
        pointer: `/${side}/${place}/price`,
        code: 'out_of_order',
        detail: `${price} is not ${word} the ${before} of the level before`,
      },
    ];
  });
}
