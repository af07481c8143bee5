import type pg from 'pg';
import { DISTRIBUTION } from '../../database/citus/cluster.js';
import type { Placement } from '../../database/citus/placement.js';
import { SERVICE_ROLE } from '../../database/connection/connection.js';
import { MIGRATIONS } from '../../database/migrations/index.js';
import { migrationsOf } from '../../database/servers/with-client.js';

/** The cluster or the database cannot be distributed; the message says what to do. */
export class NotDistributable extends Error {}

/** A node of the cluster as an operator names it. */
export interface Node {
  host: string;
  port: number;
}

/** What is to be done. */
export interface DistributionOrder {
  /** the address under which workers reach the coordinator */
  coordinator: Node;
  workers: readonly Node[];
  /** the tables that are not local, in the order in which they are placed */
  placements: ReadonlyMap<string, Placement>;
  /** shards of each distributed table */
  shards: number;
  /** only reports what would be done */
  dryRun: boolean;
  /** one line for the operator */
  say: (line: string) => void;
}

/** How a table is placed now, and what is left to do with it. */
interface TableState {
  table: string;
  target: Placement;
  /** whether the cluster places it already */
  isPlaced: boolean;
  /** earlier rows are still on the coordinator, where nothing reads them */
  hasRemains: boolean;
}

/** Table with which all others are colocated. */
const LEADER = 'quote';
/** Any fixed number that no other lock of this service has: one distribution of a database at a time. */
const DISTRIBUTION_LOCK = 7_205_184_002;

/**
 * Distributes a database over the nodes of a Citus cluster, table by table, each in a transaction that compares its
 * rows before and after by count and digest, and rolls back if they differ. Finished tables are left alone, so that an
 * interrupted run can be repeated; it waits for what the server is still doing for the interrupted one. Writers of a
 * table wait, or get an error that says so, while it is moved. Throws {@link NotDistributable}.
 */
export async function distribute(client: pg.Client, order: DistributionOrder): Promise<void> {
  const { dryRun, placements, say } = order;
  await check(client);
  if (!dryRun) await lock(client, say);
  for (const statement of await preparations(client, order)) {
    say(dryRun ? `would run: ${statement}` : statement);
    if (!dryRun) await client.query(statement);
  }
  const states = await tableStates(client, placements);
  for (const [index, state] of states.entries()) {
    const place = `${index + 1}/${states.length} ${state.table}`;
    if (state.isPlaced) say(`${place}: is ${placementText(state.target)} already`);
    else if (dryRun) say(`${place}: would be ${placementText(state.target)}`);
    else await move(client, state, order.shards, (line) => say(`${place}: ${line}`));
    if (dryRun || (state.isPlaced && !state.hasRemains)) continue;
    // Only after the move was committed: until then these rows are the table.
    if (state.isPlaced) say(`${place}: removing the rows that an interrupted run left on the coordinator`);
    await clear(client, state.table);
  }
  if (dryRun) return;
  await client.query(DISTRIBUTION.end);
  const movedCount = states.filter(({ isPlaced }) => !isPlaced).length;
  say(
    `Done: all ${states.length} tables are placed, ${movedCount} of them by this run, each verified as it was moved`,
  );
}

/**
 * A cluster commits a transaction that wrote rows of one node in one phase, and before itself: a coordinator that died
 * in between would leave a record without its event. A transaction that changes a table whose only node is the
 * coordinator is committed in two phases: the log of events makes such a change, of no row, before each statement that
 * adds to it.
 */
const IN_TWO_PHASES: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS cluster_commit (only_one int PRIMARY KEY)',
  `SELECT citus_add_local_table_to_metadata('cluster_commit')
     WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'cluster_commit'::regclass)`,
  `GRANT SELECT, DELETE ON cluster_commit TO ${SERVICE_ROLE}`,
  `CREATE OR REPLACE FUNCTION commit_in_two_phases() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN DELETE FROM cluster_commit WHERE only_one = 0; RETURN NULL; END $$`,
  `CREATE OR REPLACE TRIGGER commit_in_two_phases BEFORE INSERT ON audit_event
     FOR EACH STATEMENT EXECUTE FUNCTION commit_in_two_phases()`,
];

/** Waits for another run on this database, or for what the server is still doing for one that was killed. */
async function lock(client: pg.Client, say: (line: string) => void): Promise<void> {
  // Without it the server goes on with a table whose run was killed, holding up its writers, only to roll it back.
  await client.query(`SET client_connection_check_interval = '1s'`);
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
    DISTRIBUTION_LOCK,
  ]);
  if (rows[0]?.mine === true) return;
  say('Waiting for another run, or for the server to end what a killed one began');
  await client.query('SELECT pg_advisory_lock($1)', [DISTRIBUTION_LOCK]);
}

/** The present state of every table to be placed. */
async function tableStates(
  client: pg.Client,
  placements: ReadonlyMap<string, Placement>,
): Promise<TableState[]> {
  const { rows } = await client.query<{ table: string; placed: boolean; remains: boolean }>(
    `SELECT t.name AS table, p.logicalrelid IS NOT NULL AS placed,
       p.logicalrelid IS NOT NULL AND pg_relation_size(t.name::regclass) > 0 AS remains
     FROM unnest($1::text[]) t (name)
     LEFT JOIN pg_dist_partition p ON p.logicalrelid = t.name::regclass`,
    [[...placements.keys()]],
  );
  const states = new Map(rows.map((row) => [row.table, row]));
  return [...placements].map(([table, target]) => ({
    table,
    target,
    isPlaced: states.get(table)?.placed === true,
    hasRemains: states.get(table)?.remains === true,
  }));
}

function placementText(placement: Placement): string {
  return placement.kind === 'distributed' ? `distributed by ${placement.by}` : 'a reference table';
}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ available: string | null; installed: string | null; mine: boolean }>(
    `SELECT (SELECT default_version FROM pg_available_extensions WHERE name = 'citus') AS available,
       (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS installed,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS mine`,
  );
  const { available, installed, mine } = rows[0] ?? { available: null, installed: null, mine: false };
  if (available === null && installed === null) {
    throw new NotDistributable('This server has no Citus: install it on every node and preload it');
  }
  if (!mine) throw new NotDistributable('Adding nodes needs a superuser: use the DATABASE_URL of one');
  if (installed === null) {
    throw new NotDistributable('CREATE EXTENSION citus in the database of this name on every node');
  }
  const appliedNames = await migrationsOf(client);
  if (appliedNames.length !== MIGRATIONS.length) {
    throw new NotDistributable(
      'The schema is not that of this version: start the service once, then run this again',
    );
  }
}

/** Statements that complete the cluster and the rights in it. */
async function preparations(
  client: pg.Client,
  { coordinator, workers }: DistributionOrder,
): Promise<string[]> {
  const { rows: nodes } = await client.query<{ host: string; port: number; group: number }>(
    'SELECT nodename AS host, nodeport AS port, groupid AS group FROM pg_dist_node',
  );
  const { rows: roles } = await client.query<{ login: boolean }>(
    'SELECT rolcanlogin AS login FROM pg_roles WHERE rolname = $1',
    [SERVICE_ROLE],
  );
  const isThere = ({ host, port }: Node) => nodes.some((node) => node.host === host && node.port === port);
  const call = (name: string, { host, port }: Node) =>
    `SELECT ${name}(${client.escapeLiteral(host)}, ${port})`;
  return [
    ...(nodes.some(({ group }) => group === 0) ? [] : [call('citus_set_coordinator_host', coordinator)]),
    ...workers.filter((worker) => !isThere(worker)).map((worker) => call('citus_add_node', worker)),
    // Connections to workers use the role of the coordinator's session.
    ...(roles[0]?.login === false ? [`ALTER ROLE ${SERVICE_ROLE} LOGIN`] : []),
    DISTRIBUTION.begin,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${SERVICE_ROLE}`,
    // What a write RETURNs may not be volatile there; its argument is of the row, so each row is still announced.
    'ALTER FUNCTION tell_change(text, bigint) IMMUTABLE',
    ...IN_TWO_PHASES,
    `SELECT create_distributed_function('product(double precision)')`,
    `SELECT create_distributed_function('plain_text(text)')`,
    `SELECT create_distributed_function('search_words(text[])')`,
    `SELECT create_distributed_function('search_query(text)')`,
  ];
}

/** Moves the rows of a table, and reports progress and findings. */
async function move(
  client: pg.Client,
  { table, target }: TableState,
  shards: number,
  say: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL citus.shard_count = ${shards}`);
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    const before = await digestOf(client, table);
    say(`${rowsText(before.rows)} to be ${placementText(target)}, moving`);
    await client.query(placementStatement(table, target));
    const after = await digestOf(client, table);
    if (before.rows !== after.rows || before.digest !== after.digest) {
      throw new Error(`${table} holds ${after.rows} rows after ${before.rows}, or others: nothing was moved`);
    }
    await client.query('COMMIT');
    say(`${rowsText(after.rows)} moved in ${seconds()}, count and digest as before`);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the connection may be gone
    throw error;
  }
}

const rowsText = (rows: string) => `${Number(rows).toLocaleString('en')} ${rows === '1' ? 'row' : 'rows'}`;

function placementStatement(table: string, target: Placement): string {
  if (target.kind !== 'distributed') return `SELECT create_reference_table('${table}')`;
  const colocation = table === LEADER ? '' : `, colocate_with => '${LEADER}'`;
  return `SELECT create_distributed_table('${table}', '${target.by}'${colocation})`;
}

/** Count and digest of the rows of a table, whatever their order and the settings of the node that reads them. */
async function digestOf(client: pg.Client, table: string): Promise<{ rows: string; digest: string }> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `SELECT count(*)::text AS rows, coalesce(sum(hash_record_extended(ROW(${columns.map(({ name }) => name)}), 0)::numeric), 0)::text AS digest
     FROM ${table}`,
  );
  return rows[0] ?? { rows: '0', digest: '0' };
}

/** Removes the rows left on the coordinator from before the table was placed. */
async function clear(client: pg.Client, table: string): Promise<void> {
  await client.query(`SELECT truncate_local_data_after_distributing_table('${table}')`);
}
