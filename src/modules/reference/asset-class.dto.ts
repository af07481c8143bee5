import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { textShown } from '../../kinds/kinds.js';
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
  @ShownOrNull(textShown, { description: 'Asset class; null in the row of a category.', example: 'Energy' })
  asset_class: string | null;
  @ShownOrNull(textShown, {
    description: 'Subclass; null in the row of a category or class.',
    example: 'Crude Oil',
  })
  asset_subclass: string | null;
  @Shown(textShown, { description: 'Name of the row itself.', example: 'Crude Oil' })
  name: string;
  @ShownOrNull(textShown, {
    description: 'What belongs to it.',
    example: 'Unrefined petroleum, priced by grade and delivery point (Brent, WTI, Dubai)',
  })
  description: string | null;
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
