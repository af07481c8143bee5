import { DATA_SET_NAMES } from './data-set-names.js';

/** Actions of the audit log that are events of a record. */
const OF_ANY_RECORD = ['created', 'updated', 'imported', 'deleted'] as const;
/** Decisions on quotes. */
export const OF_QUOTES = ['approved', 'rejected', 'revoked'] as const;

/** Action under which the audit log records the end of an import. */
export const IMPORT_FINISHED = 'import_finished';

/**
 * Events of feeds: a run of a source failed, a source brings nothing new, either is over; the quotes of a day are
 * complete.
 */
export const OF_FEEDS = { source: ['run_failed', 'stale', 'recovered'], dataset: ['day_complete'] } as const;

/** What happens to proposals for governed data sets. */
const OF_PROPOSALS = ['created', 'approved', 'rejected', 'withdrawn', 'superseded'] as const;
/** Prefix of the actions under which the audit log records {@link OF_PROPOSALS}. */
export const PROPOSAL_ACTION = 'proposal_';

/** Actions of the audit log that become events; loading shipped data and changes of rights do not. */
export const EVENT_ACTIONS: readonly string[] = [
  ...OF_ANY_RECORD,
  ...OF_QUOTES,
  ...OF_PROPOSALS.map((action) => PROPOSAL_ACTION + action),
  IMPORT_FINISHED,
];

/** Every type of event: `quote.created` and so on, `proposal.created` and so on, and `import.finished`. */
export const EVENT_TYPES: readonly string[] = [
  ...DATA_SET_NAMES.flatMap((name) => [
    ...OF_ANY_RECORD.map((action) => `${name}.${action}`),
    ...(name === 'quote' ? OF_QUOTES.map((action) => `${name}.${action}`) : []),
  ]),
  ...OF_PROPOSALS.map((action) => `proposal.${action}`),
  'import.finished',
  ...Object.entries(OF_FEEDS).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource}.${action}`),
  ),
];
