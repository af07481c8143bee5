/** States of a quote, with their codes in `quote.approval`. */
export const APPROVAL = { pending: 0, approved: 1, rejected: 2 } as const;
export type ApprovalState = keyof typeof APPROVAL;
/** The states in the order of their codes. */
export const APPROVAL_STATES = Object.keys(APPROVAL) as ApprovalState[];
