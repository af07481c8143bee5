import { exchangeKind } from '../../kinds/codes.js';
import { choiceKind, dateKind, dateShown, type Kind, tickerKind } from '../../kinds/kinds.js';
import { SHARES_REASONS } from '../../kinds/reasons.js';
import { QueryField, Shown, ShownOrNull } from './fields.js';

/** Makes a field of a kind: `Shown`, `QueryField`, `KeyColumn` … */
type FieldDecorator = <T>(kind: Kind<T>, description: string, example: unknown) => PropertyDecorator;

/** Symbol of a security: a field of an answer, or the kind of field that `field` makes. */
export const Ticker = (field: FieldDecorator = Shown) => field(tickerKind, 'Security symbol.', 'VNM');

/** Trade date in an answer. */
export const TradeDate = () => Shown(dateShown, 'Trade date, a calendar date of the market.', '2024-01-31');

/** Trade date as it is given: the kind of field that `field` makes. */
export const GivenTradeDate = (field: FieldDecorator) =>
  field(dateKind, 'Trade date: YYYY-MM-DD or YYYYMMDD.', '2024-01-31');

/** Why a change or return is null although there are prices. */
export const NULL_REASONS = ['base_too_old'] as const;
export type NullReason = (typeof NULL_REASONS)[number];
const reasonKind = choiceKind(NULL_REASONS);

/** A field that is in an answer only with `fields=extended`, null if it is not known. */
export const Extended = (kind: Pick<Kind<unknown>, 'schema'>, description: string, example: unknown) =>
  ShownOrNull(kind, `${description} Only with fields=extended.`, example, { optional: true });

/** Exchange in a query of the market. */
export const ExchangeFilter = () =>
  QueryField(
    exchangeKind,
    'Only securities of this exchange; an unknown exchange returns 400 with the known ones.',
    'HOSE',
  );

/** Day of a query of the market. */
export const MarketDay = () =>
  QueryField(dateKind, 'Trading day; the present day of the market by default.', '20240131');

/** Why a change is null: in every answer, or in those in which `field` puts it. */
export const ChangeReason = (field: FieldDecorator = ShownOrNull) =>
  field(
    reasonKind,
    '`base_too_old` if the change is null because the comparison price is more than five open days old; otherwise null. A close of 0, as some exports have for days without trades, has no change and no reason.',
    null,
  );

/** Why the outstanding shares of a day, and with them capitalisation and per-share figures, are null. */
export const WhyNoShares = () =>
  ShownOrNull(
    choiceKind(SHARES_REASONS),
    'Why the outstanding shares of the day, and everything computed from them, are unknown: `no_share_count` if neither the security master nor a daily statistic up to that day has them, or the newest count is 0, `share_count_later` if those of the master only apply from a later day, its `shares_from`, else its listing date. Null if they are known.',
    null,
  );
