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
    'Data set; quotes wait at /svc/quote/approval. All when not given.',
    'corporate_action',
  )
  resource?: (typeof PROPOSED_DATA_SETS)[number];
  @QueryField(choiceKind(PROPOSAL_STATUSES), 'State of the proposals; pending when not given.', 'pending')
  status?: ProposalStatus;
  @QueryField(textOf({ max: 254 }), 'Who proposed.', 'maker@example.com') maker?: string;
  @QueryField(
    textOf({ max: 100 }),
    'Identifier of the import that they came with.',
    '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  )
  import_id?: string;
}

/** A proposal with what it would change. */
export class ProposalDetail extends ProposalRecord {
  @ShownOrNull(
    booleanKind,
    'Whether the record is still the one that it was proposed against: another one is not replaced, approving answers 409. Null when it was decided.',
    true,
  )
  is_current: boolean | null;
  @ShownOrNull(
    objectShown,
    'What would change, `{measure, values: [{symbol, date, before, after}]}`: of a corporate action the adjusted closes of the ten bars before its ex-date, of a settlement day the settlement dates of the open days two weeks before, of a security its capitalisation at the last close. Null for other data sets, and when the proposal cannot be approved any more.',
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
    'Why; kept in the history.',
    'Agrees with the resolution of the general meeting',
  )
  reason?: string;
}

/** Outcome of a decision on a whole import. */
export class ImportApproval {
  @Shown(textShown, 'Identifier of the import.', '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11') import_id: string;
  @Shown(integerShown, 'Quotes or proposals that this request approved.', 950000) approved: number;
  @Shown(integerShown, 'Proposals whose record has changed since: they wait, nothing is overwritten.', 0)
  changed: number;
  @Shown(integerShown, 'Proposals whose record breaks a rule of today: they wait.', 0) refused: number;
  @Shown(booleanKind, 'Nothing is left to approve. Else the same request goes on.', true) complete: boolean;
}
