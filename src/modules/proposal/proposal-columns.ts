import { instant } from '../../database/sql.js';
import { collectionPath, DATA_SET_NAMES } from '../../kinds/data-set-names.js';

const PATHS = DATA_SET_NAMES.map((name) => `WHEN '${name}' THEN '${collectionPath(name)}/'`).join(' ');

/** Address where proposals are read and decided. */
export const PROPOSALS_PATH = '/svc/approval';

/** Columns of a proposal in answers, the alias `p`. */
export const PROPOSAL_COLUMNS = `
  p.id, '${PROPOSALS_PATH}/' || p.id AS url, p.resource, p.record_key AS key, p.record_id,
  CASE p.resource ${PATHS} END || p.record_id AS record_url, p.action, p.status, p.before, p.record AS after,
  (SELECT jsonb_object_agg(field, jsonb_build_object('before', p.before -> field, 'after', p.record -> field))
   FROM jsonb_object_keys(coalesce(p.before, '{}') || coalesce(p.record, '{}')) field
   WHERE coalesce(p.before -> field, 'null') <> coalesce(p.record -> field, 'null')) AS changes,
  p.maker, ${instant('p.made_at')} AS made_at, floor(extract(epoch FROM clock_timestamp() - p.made_at))::bigint AS age_seconds,
  p.request_id, p.import_id, p.decided_by, ${instant('p.decided_at')} AS decided_at, p.reason`;
