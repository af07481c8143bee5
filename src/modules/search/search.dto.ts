import { FieldOf, QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { LimitedTo, PageQuery } from '../../http/fields/queries.js';
import {
  booleanKind,
  choiceKind,
  integerKind,
  numberKind,
  priceKind,
  textOf,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { Security, securityTypeKind } from '../listing/security.entity.js';
import { MATCH_TYPES } from './matching.js';

/** Results of a page when `limit` is not given, and at most. */
export const DEFAULT_RESULTS = 10;
const MAXIMUM_RESULTS = 50;

/** Parameters of GET /search. */
@LimitedTo(MAXIMUM_RESULTS, DEFAULT_RESULTS)
export class SearchQuery extends PageQuery {
  @RequiredQueryField(textOf({ max: 100 }), {
    description:
      'A ticker or its beginning, an ISIN, or words of a name in any letter case, with or without diacritics.',
    example: 'sua viet nam',
  })
  q: string;

  @QueryField(securityTypeKind, { description: 'Only securities of this kind.', example: 'stock' })
  type?: string;

  @QueryField(textOf({ max: 20 }), {
    description: 'Only this exchange, in any letter case.',
    example: 'HOSE',
  })
  exchange?: string;

  @QueryField(booleanKind, {
    description:
      '`true`: only those not delisted by today; `false`: only those that are. Both when not given.',
    example: true,
  })
  active?: boolean;
}

/** A security that was found. */
export class SearchRecord {
  @Shown(integerKind({ min: 1 }), { description: 'Place in the list, from 1.', example: 1 })
  rank: number;
  @Shown(tickerKind, { description: 'Security symbol or index code.', example: 'VNM' })
  ticker: string;
  @FieldOf(Security) name: string;
  @FieldOf(Security) name_en: string | null;
  @Shown(securityTypeKind, { description: 'Kind of security.', example: 'stock' })
  security_type: string;
  @ShownOrNull(textShown, { description: 'Exchange.', example: 'HOSE' })
  exchange: string | null;
  @FieldOf(Security) isin: string | null;
  @Shown(choiceKind(MATCH_TYPES), {
    description: 'Best kind of match; the list is in the order of these kinds.',
    example: 'name',
  })
  match_type: string;
  @Shown(numberKind({ min: 0, max: 1 }), {
    description:
      'ticker 1, ticker_prefix 0.9, isin 0.8, name_prefix 0.7, name 0.6, similar half of its trigram similarity.',
    example: 0.6,
  })
  score: number;
  @ShownOrNull(priceKind, {
    description: 'Market capitalisation, VND: outstanding shares × last close.',
    example: 140027014815000,
  })
  market_cap: number | null;
  @Shown(booleanKind, { description: 'Not delisted by today.', example: true })
  active: boolean;
  @FieldOf(Security) delisting_date: string | null;
}
