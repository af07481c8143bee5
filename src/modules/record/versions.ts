/** The states of a record that an event of its history has. */
export const VERSIONS = ['before', 'after'] as const;
export type Version = (typeof VERSIONS)[number];
