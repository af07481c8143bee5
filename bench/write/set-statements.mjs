/** One statement for all items, of a bare client: the rows alone, and with the audit events that the service writes. */
const COLUMNS = ['ticker', 'date', 'open', 'high', 'low', 'close', 'volume'];
const TYPES = ['text', 'date', 'float8', 'float8', 'float8', 'float8', 'int8'];
const LIST = COLUMNS.join(', ');
const json = (names) => `jsonb_build_object(${names.map((name) => `'${name}', ${name}`).join(', ')})`;

const insert = `
  INSERT INTO quote (${LIST}, maker)
  SELECT ${LIST}, 'bench'
  FROM unnest(${TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
    WITH ORDINALITY AS item (${LIST}, number) ORDER BY number
  ON CONFLICT DO NOTHING RETURNING`;
const plain = `${insert} id, xmax = 0 AS created`;
const audited = `
  WITH ins AS (${insert} id, ${LIST}, xmax = 0 AS created), audit AS (
    INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, after)
    SELECT 'quote', 'created', id, ${json(['ticker', 'date'])}, 'bench', 'bench', ${json(COLUMNS)} FROM ins
  )
  SELECT id, created FROM ins`;

/** Both prepared statements with the items' values. */
export function setStatements(items) {
  const columns = COLUMNS.map((name) => items.map((item) => item[name]));
  return {
    plain: { name: 'plain', text: plain, values: columns },
    audited: { name: 'audited', text: audited, values: columns },
  };
}
