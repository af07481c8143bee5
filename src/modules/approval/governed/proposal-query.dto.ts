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
  @QueryField(choiceKind(PROPOSED_DATA_SETS), {
    description: 'Data set; quotes wait at /svc/quote/approval. All when not given.',
    example: 'corporate_action',
  })
  resource?: (typeof PROPOSED_DATA_SETS)[number];
  @QueryField(choiceKind(PROPOSAL_STATUSES), {
    description: 'State of the proposals; pending when not given.',
    example: 'pending',
  })
  status?: ProposalStatus;
  @QueryField(textOf({ max: 254 }), { description: 'Who proposed.', example: 'maker@example.com' })
  maker?: string;
  @QueryField(textOf({ max: 100 }), {
    description: 'Identifier of the import that they came with.',
    example: '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  })
  import_id?: string;
}

/** A proposal with what it would change. */
export class ProposalDetail extends ProposalRecord {
  @ShownOrNull(booleanKind, {
    description:
      'Whether the record is still the one that it was proposed against: another one is not replaced, approving answers 409. Null when it was decided.',
    example: true,
  })
  is_current: boolean | null;
  @ShownOrNull(objectShown, {
    description:
      'What would change, `{measure, values: [{symbol, date, before, after}]}`: of a corporate action the adjusted closes of the ten bars before its ex-date, of a settlement day the settlement dates of the open days two weeks before, of a security its capitalisation at the last close. Null for other data sets, and when the proposal cannot be approved any more.',
    example: {
      measure: 'adjusted_close',
      values: [{ symbol: 'VNM', date: '2024-06-07', before: 67000, after: 65500 }],
    },
  })
  effect: object | null;
}

/** Body of an approval. */
export class ApprovalBody {
  @OptionalField(textOf({ max: 1000 }), {
    description: 'Why; kept in the history.',
    example: 'Agrees with the resolution of the general meeting',
  })
  reason?: string;
}

/** What became of a decision on a whole import. */
export class ImportApproval {
  @Shown(textShown, {
    description: 'Identifier of the import.',
    example: '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  })
  import_id: string;
  @Shown(integerShown, { description: 'Quotes or proposals that this request approved.', example: 950000 })
  approved: number;
  @Shown(integerShown, {
    description: 'Proposals whose record has changed since: they wait, nothing is overwritten.',
    example: 0,
  })
  changed: number;
  @Shown(integerShown, {
    description: 'Proposals whose record breaks a rule of today: they wait.',
    example: 0,
  })
  refused: number;
  @Shown(booleanKind, {
    description: 'Nothing is left to approve. Else the same request goes on.',
    example: true,
  })
  complete: boolean;
}
