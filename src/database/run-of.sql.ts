const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * SQL of a join with the run of a source, `run (id, source)` unless named otherwise, that wrote with a request identifier,
 * an expression of type text: what a run writes has the identifier of the run in the place of a request's.
 */
export const runOf = (requestId: string, alias = 'run') => `
  LEFT JOIN source_run ${alias} ON ${alias}.id = CASE WHEN ${requestId} ~ '${UUID}' THEN ${requestId}::uuid END`;
