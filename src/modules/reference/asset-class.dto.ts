import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { textShown } from '../../kinds/kinds.js';
import { assetClassCodeKind } from './asset-class.entity.js';
import { marketCategoryKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** A market category, an asset class or a subclass. */
export class AssetClassRecord {
  @Shown(assetClassCodeKind, 'Code: the path from the category to the class.', 'commodities/energy/crude-oil')
  code: string;
  @Shown(textShown, 'Market category, one of eight.', 'Commodities') market_category: string;
  @ShownOrNull(textShown, 'Asset class; null for a category.', 'Energy') asset_class: string | null;
  @ShownOrNull(textShown, 'Subclass; null for a category or class.', 'Crude Oil')
  asset_subclass: string | null;
  @Shown(textShown, 'Name of the category, class or subclass.', 'Crude Oil') name: string;
  @ShownOrNull(
    textShown,
    'What the category or class covers.',
    'Unrefined petroleum, priced by grade and delivery point (Brent, WTI, Dubai)',
  )
  description: string | null;
}

/** Parameters of GET /reference/asset/classification. */
export class AssetClassQuery extends PageQuery {
  @QueryField(
    marketCategoryKind,
    'Commodities, Cryptocurrency, Derivatives, Emerging Markets, Equities, Fixed Income, Foreign Exchange or Indices, case-insensitive.',
    'Fixed Income',
  )
  market_category?: string;
  @QueryField(wordsKind, `Words of the code, name or description: ${WORDS_TEXT}`, 'crude') q?: string;
}
