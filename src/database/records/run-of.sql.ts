const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
/** Place and digit of the version in a run's identifier, see `recordId`. Most requests' have another, a quick check. */
const VERSION = { place: 15, digit: '7' };

/**
 * SQL of a join with the run of a source, `run (id, source)` unless named otherwise, that has an identifier, an
 * expression of type text.
 */
export const runOf = (id: string, alias = 'run') => `
  LEFT JOIN source_run ${alias} ON ${alias}.id = CASE
    WHEN substr(${id}, ${VERSION.place}, 1) = '${VERSION.digit}' AND ${id} ~ '${UUID}' THEN ${id}::uuid END`;

/**
 * SQL of a join with the run that wrote an event, the alias `e`: it wrote in the name of its source, with its identifier
 * in place of a request's. Clients may name their requests like a run, but do not write in that name.
 */
export const writingRun = (e: string) =>
  `${runOf(`${e}.request_id`)} AND ${e}.actor IN ('source:' || run.source, run.declaration ->> 'principal')`;
