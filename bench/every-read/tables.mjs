/** Columns of the tables that the naive variant lists: those in the service's answer, and the key. */

/** `recordings`: see record.mjs. Resolves to `name`, `type`, `array`, `primary` of each column, by table. */
export async function tablesOf(recordings, client) {
  const tables = {};
  for (const { requests } of recordings) {
    const { naive, body } = requests[0];
    if (naive === undefined) continue;
    const table = /^\/(\w+)/.exec(naive)[1];
    const ordered = new URL(naive, 'http://localhost').searchParams
      .get('order')
      .replaceAll('-', '')
      .split(',');
    const names = [...Object.keys(JSON.parse(body).data[0]), ...ordered];
    const { rows } = await client.query(
      `SELECT attname AS name, format_type(coalesce(nullif(typelem, 0), typ.oid), NULL) AS type,
         typcategory = 'A' AS array, key.attnum IS NOT NULL AS primary
       FROM pg_attribute JOIN pg_type typ ON typ.oid = atttypid
         LEFT JOIN (SELECT unnest(indkey[0:indnkeyatts - 1]) AS attnum FROM pg_index
                    WHERE indrelid = $1::regclass AND indisprimary) key USING (attnum)
       WHERE attrelid = $1::regclass AND (attname = ANY ($2::text[]) OR key.attnum IS NOT NULL) ORDER BY attnum`,
      [table, names],
    );
    const former = tables[table] ?? [];
    tables[table] = [...former, ...rows.filter(({ name }) => former.every((each) => each.name !== name))];
  }
  return tables;
}
