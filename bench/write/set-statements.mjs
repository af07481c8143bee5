/**
 * One statement for all items, from a bare client: the rows alone, the same with identifiers in order, and with the
 * audit events that the service writes.
 */
import { join } from 'node:path';
import { dist } from '../../scripts/build.mjs';

const { recordId } = await import(join(dist, 'src/database/records/record-id.js'));

const COLUMNS = ['ticker', 'date', 'open', 'high', 'low', 'close', 'volume'];
const TYPES = ['text', 'date', 'float8', 'float8', 'float8', 'float8', 'int8'];
const LIST = COLUMNS.join(', ');
const json = (names) => `jsonb_build_object(${names.map((name) => `'${name}', ${name}`).join(', ')})`;

const inserting = (list, types) => `
  INSERT INTO quote (${list}, maker)
  SELECT ${list}, 'bench'
  FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
    WITH ORDINALITY AS item (${list}, number) ORDER BY number
  ON CONFLICT DO NOTHING RETURNING`;
const insert = inserting(LIST, TYPES);
const plain = `${insert} id, xmax = 0 AS created`;
const orderedInsert = `${inserting(`${LIST}, id`, [...TYPES, 'uuid'])} id, xmax = 0 AS created`;
const audited = `
  WITH ins AS (${insert} id, ${LIST}, xmax = 0 AS created), audit AS (
    INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, after)
    SELECT 'quote', 'created', id, ${json(['ticker', 'date'])}, 'bench', 'bench', ${json(COLUMNS)} FROM ins
  )
  SELECT id, created FROM ins`;

/** The prepared statements with the items' values. */
export function setStatements(items) {
  const columns = COLUMNS.map((name) => items.map((item) => item[name]));
  return {
    plain: () => ({ name: 'plain', text: plain, values: columns }),
    ordered: () => ({
      name: 'ordered',
      text: orderedInsert,
      values: [...columns, items.map(() => recordId())],
    }),
    audited: () => ({ name: 'audited', text: audited, values: columns }),
  };
}
