const versionOf = (table: string) =>
  `(SELECT concat_ws('/', count(*), sum(revision), max(changed_at)) FROM ${table})`;

/** SQL of a text that changes whenever a security or a market index does. */
export const MASTER_VERSION = `concat_ws(' ', ${versionOf('security')}, ${versionOf('market_index')})`;
