import { instant, textList } from '../../database/sql.js';
import { collectionPath, DATA_SET_NAMES } from '../../kinds/data-set-names.js';
import { EVENT_ACTIONS, IMPORT_FINISHED, OF_FEEDS, PROPOSAL_ACTION } from '../../kinds/event-types.js';

const PATHS = DATA_SET_NAMES.map((name) => `WHEN '${name}' THEN '${collectionPath(name)}/'`).join(' ');

/** SQL of the type of an event, from a row `e` of the audit log. */
export const TYPE = `(CASE WHEN e.action = '${IMPORT_FINISHED}' THEN 'import.finished'
  WHEN starts_with(e.action, '${PROPOSAL_ACTION}') THEN 'proposal.' || substr(e.action, ${PROPOSAL_ACTION.length + 1})
  ELSE e.resource || '.' || e.action END)`;

/** Columns of an event: no record values and no names of people, so that every reader may see them. */
export const EVENT_COLUMNS = `e.id::text AS id, ${TYPE} AS type, e.resource, e.record_id, e.record_key AS key,
  CASE WHEN starts_with(e.action, '${PROPOSAL_ACTION}') THEN '/svc/approval/' || (e.after ->> 'proposal')
    ELSE CASE e.resource ${PATHS} END || e.record_id END AS url, ${instant('e.occurred_at')} AS timestamp, e.request_id,
  CASE e.action WHEN '${IMPORT_FINISHED}' THEN e.after
    WHEN 'day_complete' THEN e.after - 'changed_at'
    WHEN 'stale' THEN e.after
    WHEN 'imported' THEN jsonb_build_object('created', e.after -> 'created')
    WHEN '${PROPOSAL_ACTION}created' THEN
      CASE WHEN e.after -> 'created' IS NOT NULL THEN jsonb_build_object('created', e.after -> 'created') END
    END AS counts`;

/** SQL condition: a row `e` of the audit log is an event. */
export const IS_EVENT = `(e.action IN (${textList(EVENT_ACTIONS)}) AND e.resource IN (${textList(DATA_SET_NAMES)})
  OR ${Object.entries(OF_FEEDS)
    .map(([resource, actions]) => `e.resource = '${resource}' AND e.action IN (${textList(actions)})`)
    .join(' OR ')})`;

/** SQL condition: an event matches a filter, given as three expressions of type text[], null for all. */
export const matches = (types: string, resources: string, tickers: string) => `
  (${types} IS NULL OR ${TYPE} = ANY (${types})) AND (${resources} IS NULL OR e.resource = ANY (${resources}))
  AND (${tickers} IS NULL OR e.record_key IS NULL OR e.record_key ->> 'ticker' = ANY (${tickers}))`;

/** SQL of the next `count` rows of the audit log after an id, as far as {@link IS_EVENT} and {@link matches} read them. */
export const auditAfter = (id: string, count: number) => `(
  SELECT n.action, n.resource, n.record_key FROM audit_event n WHERE n.id > ${id} ORDER BY n.id LIMIT ${count})`;
