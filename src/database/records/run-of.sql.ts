const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
/** Place and digit of the version in a run's identifier, see `recordId`. Most requests' have another, a quick check. */
const VERSION = { place: 15, digit: '7' };

/**
 * SQL of a join with the run of a source, `run (id, source)` unless named otherwise, that wrote with a request
 * identifier, an expression of type text: writes of a run have its identifier in place of a request's.
 */
export const runOf = (requestId: string, alias = 'run') => `
  LEFT JOIN source_run ${alias} ON ${alias}.id = CASE
    WHEN substr(${requestId}, ${VERSION.place}, 1) = '${VERSION.digit}' AND ${requestId} ~ '${UUID}' THEN ${requestId}::uuid END`;
