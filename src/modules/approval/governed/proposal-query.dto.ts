import { BodyField, QueryField, ShownOrNull } from '../../../http/fields/fields.js';
import { PageQuery } from '../../../http/fields/queries.js';
import { choiceKind, textOf } from '../../../kinds/kinds.js';
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
  @ShownOrNull(
    { schema: { type: 'boolean' } },
    {
      description:
        'Whether the record is still the one that it was proposed against: another one is not replaced, approving answers 409. Null when it was decided.',
      example: true,
    },
  )
  is_current: boolean | null;
}

/** Body of an approval. */
export class ApprovalBody {
  @BodyField(textOf({ max: 1000 }), {
    description: 'Why; kept in the history.',
    example: 'Agrees with the resolution of the general meeting',
    optional: true,
  })
  reason?: string;
}
