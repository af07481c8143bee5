import type { Notice } from '../../database/lists/list.js';

/** Notice on a list that was read before all writes were checked. */
export const CHECKS_PENDING: Notice = {
  code: 'checks_pending',
  detail:
    'Some quotes that were written lately are still to be checked: their flags, and the gaps around them, are not all here. Ask again in a moment, after a large import in some minutes.',
  value: null,
};
