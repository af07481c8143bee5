import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { textOf, textShown } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { assetClassCodeKind } from './asset-class.entity.js';
import { marketCategoryKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** A market category, an asset class or a subclass. */
export class AssetClassRecord {
  @Shown(assetClassCodeKind, {
    description: 'Code: the path from the category to the class.',
    example: 'commodities/energy/crude-oil',
  })
  code: string;
  @Shown(textShown, { description: 'Market category, one of eight.', example: 'Commodities' })
  market_category: string;
  @Shown(textShown, {
    description: 'Asset class; null in the row of a category.',
    example: 'Energy',
    nullable: true,
  })
  asset_class: string | null;
  @Shown(textShown, {
    description: 'Subclass; null in the row of a category or class.',
    example: 'Crude Oil',
    nullable: true,
  })
  asset_subclass: string | null;
  @Shown(textShown, { description: 'Name of the row itself.', example: 'Crude Oil' })
  name: string;
  @Shown(textShown, {
    description: 'What belongs to it.',
    example: 'Unrefined petroleum, priced by grade and delivery point (Brent, WTI, Dubai)',
    nullable: true,
  })
  description: string | null;
}

/** An asset class to be written. */
export class AssetClassWrite extends ReadBack {
  @BodyField(assetClassCodeKind, { description: 'Code; the key.', example: 'commodities/energy/crude-oil' })
  code: string;
  @BodyField(marketCategoryKind, { description: 'Market category.', example: 'Commodities' })
  market_category: string;
  @BodyField(textOf({ max: 100 }), { description: 'Asset class.', example: 'Energy', optional: true })
  asset_class?: string;
  @BodyField(textOf({ max: 100 }), { description: 'Subclass.', example: 'Crude Oil', optional: true })
  asset_subclass?: string;
  @BodyField(textOf({ max: 100 }), { description: 'Name.', example: 'Crude Oil' })
  name: string;
  @BodyField(textOf({ max: 500 }), { description: 'Description.', example: 'Petroleum', optional: true })
  description?: string;
}

/** Parameters of GET /reference/asset/classification. */
export class AssetClassQuery extends PageQuery {
  @QueryField(marketCategoryKind, {
    description:
      'Commodities, Cryptocurrency, Derivatives, Emerging Markets, Equities, Fixed Income, Foreign Exchange or Indices, in any letter case.',
    example: 'Fixed Income',
  })
  market_category?: string;
  @QueryField(wordsKind, {
    description: `Words of code, name or description: ${WORDS_TEXT}`,
    example: 'crude',
  })
  q?: string;
}
