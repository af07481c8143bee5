import type pg from 'pg';

/** A table that a Citus cluster places. */
export interface PlacedTable {
  name: string;
  /** rows of a reference table are on every node, those of others are spread over the nodes */
  isReference: boolean;
  columns: string[];
  /** tables of one group have the same nodes */
  group: number;
}

/** A connection, or a pool of them. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** Comment of `tell_change`, which a cluster needs changed too, from placing the first table to placing the last. */
const UNDER_WAY = 'tables are being distributed';

/** Statements that mark the tables as being distributed, and as placed. */
export const DISTRIBUTION = {
  begin: `COMMENT ON FUNCTION tell_change(text, bigint) IS '${UNDER_WAY}'`,
  end: 'COMMENT ON FUNCTION tell_change(text, bigint) IS NULL',
};

/** Whether some tables are placed while others are still to be. */
export async function isBeingDistributed(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description('tell_change(text, bigint)'::regprocedure, 'pg_proc') AS comment`,
    [],
  );
  return rows[0]?.comment === UNDER_WAY;
}

/** The tables that the cluster of a coordinator places; none on a server without Citus. */
export async function placedTables(client: Queryable): Promise<PlacedTable[]> {
  const { rows: catalogs } = await client.query<{ catalog: string | null }>(
    `SELECT to_regclass('pg_catalog.pg_dist_partition')::text AS catalog`,
    [],
  );
  if (catalogs[0]?.catalog == null) return [];
  const { rows } = await client.query<PlacedTable>(
    `SELECT p.logicalrelid::text AS name, p.partmethod = 'n' AS "isReference", p.colocationid AS group, ARRAY(
       SELECT a.attname::text FROM pg_attribute a
       WHERE a.attrelid = p.logicalrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns
     FROM pg_dist_partition p WHERE p.partmethod IN ('h', 'n') ORDER BY 1`,
    [],
  );
  return rows;
}
