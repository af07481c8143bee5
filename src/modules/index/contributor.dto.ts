import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { ChangeReason, MarketDay, type NullReason } from '../../http/fields/market-fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, integerKind, numberKind, priceKind, tickerKind } from '../../kinds/kinds.js';
import { HOME_INDEX } from '../../market/home-index.js';

/** A member's part in the move of its index on a day. */
export class ContributorRecord {
  @Shown(integerKind({ min: 1 }), 'Position in the order, from 1.', 1) rank: number;
  @Shown(tickerKind, 'Security symbol.', 'VCB') ticker: string;
  @Shown(priceKind, 'Last published close on or before the day, VND.', 89000) close: number;
  @ShownOrNull(numberKind(), 'Close minus the reference price, VND; 0 without a trade on the day.', -1500)
  change: number | null;
  @ShownOrNull(
    numberKind(),
    'The change in percent of the reference price; 0 without a trade on the day.',
    -1.66,
  )
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(
    numberKind({ min: 0, max: 100 }),
    'Weight before the day, at the prices from which the members started it, percent.',
    10.2,
  )
  weight_percent: number | null;
  @ShownOrNull(
    numberKind(),
    'Points by which the member moved the index; null without a level before the day, or if shares or an earlier price are unknown.',
    -2.03,
  )
  contribution_point: number | null;
}

/** Parameters of GET /index/contributor/{date}. */
export class ContributorsOfDayQuery extends PageQuery {
  @QueryField(tickerKind, 'Index symbol.', 'VNINDEX', { default: HOME_INDEX }) code?: string;

  @QueryField(
    choiceKind(['up', 'down', 'all']),
    'up: members that raised the index, largest contribution first; down: those that lowered it; all: every member by size of contribution.',
    'up',
    { default: 'all' },
  )
  side?: 'up' | 'down' | 'all';
}

/** Parameters of GET /market/contributors. */
export class ContributorQuery extends ContributorsOfDayQuery {
  @MarketDay() date?: string;
}
