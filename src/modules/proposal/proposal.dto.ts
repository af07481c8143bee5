import { applyDecorators } from '@nestjs/common';
import { Answers } from '../../http/docs/operations.js';
import { Shown, ShownOrNull } from '../../http/fields/fields.js';
import { DATA_SET_NAMES } from '../../kinds/data-set-names.js';
import {
  choiceKind,
  instantShown,
  integerShown,
  objectShown,
  textShown,
  uuidKind,
} from '../../kinds/kinds.js';

/** Data sets for which `GOVERNED` can require proposals: quotes have a separate approval. */
export const PROPOSED_DATA_SETS = DATA_SET_NAMES.filter((name) => name !== 'quote');

export const PROPOSAL_STATUSES = ['pending', 'approved', 'rejected', 'withdrawn', 'superseded'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

const ID = '0190b7e4-c1e9-7a49-8c43-9d531f9c5c1d';

/** A proposed write to a governed data set, alongside the effective record. */
export class ProposalRecord {
  @Shown(uuidKind, 'Identifier of the proposal.', ID) id: string;
  @Shown(textShown, 'Address of the proposal.', `/svc/approval/${ID}`) url: string;
  @Shown(choiceKind(PROPOSED_DATA_SETS), 'Data set.', 'corporate_action') resource: string;
  @Shown(objectShown, 'Natural key of the record concerned.', {
    ticker: 'VNM',
    ex_date: '2024-06-10',
    type: 'cash_dividend',
  })
  key: object;
  @Shown(
    uuidKind,
    'Identifier of the record, assigned even if the record is yet to be created.',
    '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  record_id: string;
  @Shown(
    textShown,
    'Address of the record.',
    '/svc/record/corporate_action/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  record_url: string;
  @Shown(choiceKind(['create', 'replace', 'delete', 'move', 'restore']), 'Proposed action.', 'replace')
  action: string;
  @Shown(
    choiceKind(PROPOSAL_STATUSES),
    'State; superseded: another proposal for the same record took its place; withdrawn: by its maker, also by writing what is stored.',
    'pending',
  )
  status: string;
  @ShownOrNull(objectShown, 'The record at the time of the proposal; null if there was none.', {
    ticker: 'VNM',
    ex_date: '2024-06-10',
    type: 'cash_dividend',
    cash_dividend: 1000,
  })
  before: object | null;
  @ShownOrNull(objectShown, 'The proposed record; null for a deletion.', {
    ticker: 'VNM',
    ex_date: '2024-06-10',
    type: 'cash_dividend',
    cash_dividend: 1500,
  })
  after: object | null;
  @ShownOrNull(objectShown, 'Differences by field: {before, after}.', {
    cash_dividend: { before: 1000, after: 1500 },
  })
  changes: object | null;
  @Shown(textShown, 'Maker of the proposal: a principal, or the kind and id of a token.', 'maker@example.com')
  maker: string;
  @Shown(instantShown, 'When it was proposed, UTC.', '2024-05-31T08:15:02.123456Z') made_at: string;
  @Shown(integerShown, 'Age of the proposal, seconds.', 3600) age_seconds: number;
  @ShownOrNull(
    textShown,
    'Identifier of the request that proposed it; for an import, that of the import.',
    '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  )
  request_id: string | null;
  @ShownOrNull(textShown, 'Identifier of the import that it came from.', null) import_id: string | null;
  @ShownOrNull(textShown, 'Actor that decided, withdrew or superseded it.', null) decided_by: string | null;
  @ShownOrNull(instantShown, 'When that happened, UTC.', null) decided_at: string | null;
  @ShownOrNull(textShown, 'Reason.', null) reason: string | null;
}

/** Documents the answer of a write to a governed data set. */
export const MayBeProposed = () =>
  applyDecorators(
    Answers(
      202,
      ProposalRecord,
      'The data set is governed (`GOVERNED`): the write is a proposal and takes effect when a checker approves it; the record is unchanged.',
      ['Location', 'ETag'],
    ),
  );
