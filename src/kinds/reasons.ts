/** Why the outstanding shares of a security are not known on a day. */
export const SHARES_REASONS = ['no_share_count', 'share_count_later'] as const;
export type SharesReason = (typeof SHARES_REASONS)[number];
