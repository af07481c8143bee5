import { OptionalField, QueryField, Shown, ShownOrNull } from '../../../http/fields/fields.js';
import { PageQuery } from '../../../http/fields/queries.js';
import {
  booleanKind,
  choiceKind,
  integerShown,
  objectShown,
  textOf,
  textShown,
} from '../../../kinds/kinds.js';
import {
  PROPOSAL_STATUSES,
  PROPOSED_DATA_SETS,
  ProposalRecord,
  type ProposalStatus,
} from '../../proposal/proposal.dto.js';

/** Parameters of the queue of proposals. */
export class ProposalQuery extends PageQuery {
  @QueryField(
    choiceKind(PROPOSED_DATA_SETS),
    'Data set; quotes are queued at /svc/quote/approval. All by default.',
    'corporate_action',
  )
  resource?: (typeof PROPOSED_DATA_SETS)[number];
  @QueryField(choiceKind(PROPOSAL_STATUSES), 'State of the proposals; pending by default.', 'pending')
  status?: ProposalStatus;
  @QueryField(textOf({ max: 254 }), 'Maker of the proposals.', 'maker@example.com') maker?: string;
  @QueryField(
    textOf({ max: 100 }),
    'Identifier of the import that they came from.',
    '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  )
  import_id?: string;
}

/** A proposal with what it would change. */
export class ProposalDetail extends ProposalRecord {
  @ShownOrNull(
    booleanKind,
    'Whether the record is still the one that the proposal was made against; if not, approving returns 409 and replaces nothing. Null once decided.',
    true,
  )
  is_current: boolean | null;
  @ShownOrNull(
    objectShown,
    'What would change, `{measure, values: [{symbol, date, before, after}]}`: for a corporate action, the adjusted closes of the ten bars before its ex-date; for a settlement day, the settlement dates of the open days in the two weeks before; for a security, its capitalisation at the last close. Null for other data sets, and if the proposal can no longer be approved.',
    {
      measure: 'adjusted_close',
      values: [{ symbol: 'VNM', date: '2024-06-07', before: 67000, after: 65500 }],
    },
  )
  effect: object | null;
}

/** Body of an approval. */
export class ApprovalBody {
  @OptionalField(
    textOf({ max: 1000 }),
    'Reason, kept in the history.',
    'Agrees with the resolution of the general meeting',
  )
  reason?: string;
}

/** Outcome of a decision on a whole import. */
export class ImportApproval {
  @Shown(textShown, 'Identifier of the import.', '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11') import_id: string;
  @Shown(integerShown, 'Quotes or proposals that this request approved.', 950000) approved: number;
  @Shown(
    integerShown,
    'Proposals whose record has changed since: they remain pending, nothing is overwritten. Includes those met by the requests that this one continues.',
    0,
  )
  changed: number;
  @Shown(
    integerShown,
    'Proposals whose record breaks a current rule: they remain pending. Includes those met by the requests that this one continues.',
    0,
  )
  refused: number;
  @Shown(booleanKind, 'Whether nothing is left to approve. If false, the same request continues.', true)
  complete: boolean;
}
