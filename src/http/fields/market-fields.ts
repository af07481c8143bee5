import { choiceKind, dateKind, dateShown, type Kind, tickerKind } from '../../kinds/kinds.js';
import { type FieldOptions, Shown, ShownOrNull } from './fields.js';

/** Makes a field of a kind: `Shown`, `QueryField`, `KeyColumn` … */
type FieldDecorator = <T>(kind: Kind<T>, options: FieldOptions) => PropertyDecorator;

/** Symbol of a security: in an answer, or what `field` makes of it. */
export const Ticker = (field: FieldDecorator = Shown) =>
  field(tickerKind, { description: 'Security symbol.', example: 'VNM' });

/** Trade date in an answer. */
export const TradeDate = () =>
  Shown(dateShown, { description: 'Trade date, a calendar date of the market.', example: '2024-01-31' });

/** Trade date as it is given: what `field` makes of it. */
export const GivenTradeDate = (field: FieldDecorator) =>
  field(dateKind, { description: 'Trade date: YYYY-MM-DD or YYYYMMDD.', example: '2024-01-31' });

/** Why a change or return is null although there are prices. */
export type NullReason = 'base_too_old';
export const reasonKind = choiceKind(['base_too_old']);
export const REASON_TEXT = {
  description:
    '`base_too_old` where the change is null because the price to compare with is more than five open days old; else null.',
  example: null,
};

/** Why a change is null. */
export const ChangeReason = () => ShownOrNull(reasonKind, REASON_TEXT);
