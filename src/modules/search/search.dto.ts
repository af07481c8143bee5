import { FieldOf, QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { LimitedTo, PageQuery } from '../../http/fields/queries.js';
import { exchangeKind } from '../../kinds/codes.js';
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

/** Results per page: the default of `limit`, and its maximum. */
export const DEFAULT_RESULTS = 10;
const MAXIMUM_RESULTS = 50;

/** Parameters of GET /search. */
@LimitedTo(MAXIMUM_RESULTS, DEFAULT_RESULTS)
export class SearchQuery extends PageQuery {
  @RequiredQueryField(
    textOf({ max: 100 }),
    'A ticker or its prefix, an ISIN, or words of a name, ignoring case and diacritics.',
    'sua viet nam',
  )
  q: string;

  @QueryField(securityTypeKind, 'Only securities of this kind.', 'stock') type?: string;
  @QueryField(exchangeKind, 'Only this exchange, case-insensitive.', 'HOSE') exchange?: string;

  @QueryField(
    booleanKind,
    '`true`: only securities not delisted by today; `false`: only those that are. Both by default.',
    true,
  )
  active?: boolean;
}

/** A security in the search result. */
export class SearchRecord {
  @Shown(integerKind({ min: 1 }), 'Position in the list, from 1.', 1) rank: number;
  @Shown(tickerKind, 'Security symbol or index code.', 'VNM') ticker: string;
  @FieldOf(Security) name: string;
  @FieldOf(Security) name_en: string | null;
  @Shown(securityTypeKind, 'Kind of security.', 'stock') security_type: string;
  @ShownOrNull(textShown, 'Exchange.', 'HOSE') exchange: string | null;
  @FieldOf(Security) isin: string | null;
  @Shown(choiceKind(MATCH_TYPES), 'Best kind of match; the list is ordered by these kinds.', 'name')
  match_type: string;
  @Shown(
    numberKind({ min: 0, max: 1 }),
    'ticker 1, ticker_prefix 0.9, isin 0.8, name_prefix 0.7, name 0.6, similar half its trigram similarity.',
    0.6,
  )
  score: number;
  @ShownOrNull(priceKind, 'Market capitalisation, VND: outstanding shares × last close.', 140027014815000)
  market_cap: number | null;
  @Shown(booleanKind, 'True if not delisted by today.', true) active: boolean;
  @FieldOf(Security) delisting_date: string | null;
}
