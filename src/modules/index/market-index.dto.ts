import { BodyField } from '../../http/fields/fields.js';
import { booleanKind, choiceKind, dateKind, priceKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** A market index; its levels are quotes of its code, to be written. */
export class MarketIndexWrite extends ReadBack {
  @BodyField(tickerKind, {
    description: 'Index symbol; its levels are the quotes of this symbol.',
    example: 'VNINDEX',
  })
  code: string;
  @BodyField(textOf({ max: 300 }), { description: 'Name.', example: 'Chỉ số VN-Index' })
  name: string;
  @BodyField(textOf({ max: 300 }), { description: 'English name.', example: 'VN-Index', optional: true })
  name_en?: string;
  @BodyField(textOf({ max: 20 }), {
    description: 'Exchange that computes it.',
    example: 'HOSE',
    optional: true,
  })
  exchange?: string;
  @BodyField(choiceKind(['market_cap', 'free_float', 'capped_free_float', 'price']), {
    description: 'How members are weighted; market_cap when not given.',
    example: 'market_cap',
    default: 'market_cap',
    optional: true,
  })
  weighting?: string;
  @BodyField(booleanKind, {
    description: 'Whether it is a main index of the market: what /trade/market/result lists.',
    example: true,
    default: false,
    optional: true,
  })
  main?: boolean;
  @BodyField(booleanKind, {
    description:
      'Whether every share listed on its exchange is a member; where no constituents are stored for a day, these are taken.',
    example: true,
    default: false,
    optional: true,
  })
  all_share?: boolean;
  @BodyField(dateKind, { description: 'Day of the base value.', example: '2000-07-28', optional: true })
  base_date?: string;
  @BodyField(priceKind, { description: 'Level on the base date, points.', example: 100, optional: true })
  base_value?: number;
  @BodyField(textOf({ max: 2000 }), {
    description: 'What it measures.',
    example: 'All shares of HOSE by market capitalisation',
    optional: true,
  })
  description?: string;
}
