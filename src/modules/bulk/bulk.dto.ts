import { QueryField, RequiredQueryField, Shown } from '../../http/fields/fields.js';
import { recordsShown } from '../../http/fields/nested.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import {
  choiceKind,
  integerShown,
  numberShown,
  objectShown,
  textShown,
  uuidKind,
} from '../../kinds/kinds.js';
import { POLICY_WORDS } from './duplicate-policy.js';

/** Most items in one bulk request (specification 8). */
export const MAXIMUM_ITEM = 200;

/** Parameters of a bulk import. */
export class BulkQuery {
  @QueryField(
    choiceKind(POLICY_WORDS),
    'What to do with an item whose natural key already exists: error (it fails with 303), update (it replaces the record), ignore (it is skipped). Default: the configured BULK_DUPLICATE_POLICY.',
    'update',
  )
  on_duplicate?: string;
}

/** Parameters of the generic bulk insert. */
export class BulkInsertQuery extends BulkQuery {
  @RequiredQueryField(choiceKind(DATA_SET_NAMES), 'Data set that the records belong to.', 'quote')
  resource: DataSetName;
}

/** Outcome of one item. */
export class BulkResult {
  @Shown(integerShown, 'Item number, from 1.', 1) _operation_id: number;
  @Shown(
    choiceKind(['CREATED', 'UPDATED', 'IGNORED', 'PROPOSED', 'FAILED']),
    'Outcome of the item.',
    'CREATED',
  )
  _operation_state: string;
  @Shown(numberShown, 'Measured processing time of the item, milliseconds.', 0.21)
  _operation_total_ms: number;
  @Shown(
    integerShown,
    '201 created, 200 updated, 204 ignored, 202 proposed (the data set is governed), 303 already exists, 400 invalid.',
    201,
  )
  status: number;
  @Shown(
    objectShown,
    '`url` of the stored item or of the proposal; on failure `params`: natural key and `existing` {id, url}, or for an invalid item its first 10 `errors` and, if there are more, the number of the others as `more_errors`.',
    { url: '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10' },
  )
  value: object;
}

/** Body of the 207 response to a bulk request. */
export class BulkAnswer {
  @Shown(uuidKind, 'Identifier of the operation.', '9d0f8b44-9c0b-4a55-8f0b-6c8e1f1d7c33') id: string;
  @Shown(textShown, 'ok when completed.', 'ok') status: string;
  @Shown(numberShown, 'Total processing time, milliseconds.', 12.4) total_time: number;
  @Shown(recordsShown(BulkResult), 'One entry per item, in the order of the request.') results: BulkResult[];
}
