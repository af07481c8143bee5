import { PickType } from '@nestjs/swagger';
import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { recordOrNullShown } from '../../http/fields/nested.js';
import { PageQuery } from '../../http/fields/queries.js';
import {
  booleanKind,
  instantShown,
  objectShown,
  textOf,
  textShown,
  textsShown,
  uuidKind,
} from '../../kinds/kinds.js';

/** Confirmation that a doubtful record is right: by whom, when and why. */
export class FlagDismissal {
  @Shown(textShown, 'Actor that dismissed its flags.', 'checker@example.com') by: string;
  @Shown(instantShown, 'Time of the event, UTC.', '2024-01-31T09:00:00.000000Z') at: string;
  @Shown(textShown, 'Reason.', 'Confirmed by the report of the company') reason: string;
}

/** A stored record with something doubtful about it. */
export class FlaggedRecord {
  @Shown(uuidKind, 'Identifier.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(
    textShown,
    'Address of the record, where it is read, replaced and deleted.',
    '/svc/record/corporate_action/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  url: string;
  @Shown(objectShown, 'Its natural key.', { ticker: 'VNM', ex_date: '2024-06-10', type: 'cash_dividend' })
  key: object;
  @Shown(textsShown, 'What is doubtful; `flags` of GET /svc/datasets/{name} explains each one.', [
    'no_price_left',
    'large_dividend',
  ])
  flags: string[];
  @Shown(textShown, 'Maker of its values.', 'maker@example.com') maker: string;
  @Shown(instantShown, 'Last change, UTC.', '2024-01-31T08:15:02.123456Z') timestamp: string;
  @Shown(recordOrNullShown(FlagDismissal), 'Who dismissed these flags, when and why; null if they stand.', {
    by: 'checker@example.com',
    at: '2024-01-31T09:00:00.000000Z',
    reason: 'Confirmed by the report of the company',
  })
  dismissal: FlagDismissal | null;
}

/** A record whose flags were dismissed. */
export class DismissedRecord extends PickType(FlaggedRecord, ['id', 'url', 'key', 'flags', 'dismissal']) {}

/** Why the flags of a record are dismissed. */
export class DismissalBody {
  @BodyField(
    textOf({ max: 1000 }),
    'Reason, kept in the audit log.',
    'Confirmed by the report of the company',
  )
  reason: string;
}

/** Parameters of GET /svc/datasets/{name}/flagged. */
export class FlaggedQuery extends PageQuery {
  @QueryField(
    textOf({ max: 100 }),
    'Only records with this flag, one of those listed by GET /svc/datasets/{name}.',
    'before_market',
  )
  flag?: string;
  @QueryField(booleanKind, 'Records whose flags were dismissed, instead of the others.', false, {
    default: false,
  })
  dismissed?: boolean;
}
