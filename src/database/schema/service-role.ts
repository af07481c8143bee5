import type pg from 'pg';
import { asServiceRole, type PostgresAddress, SERVICE_ROLE } from '../connection/connection.js';
import { isDatabaseAway, sqlState } from '../connection/database-errors.js';
import { withClient } from '../servers/with-client.js';

/** Tables on which the role may do less than read and write every row: the log of events is append-only. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  audit_event: ['SELECT', 'INSERT'],
  schema_migration: ['SELECT'],
};
const EVERYTHING = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

const NOT_ALLOWED = '42501';
/** Another instance created the role meanwhile. */
const ALREADY_EXISTS = new Set(['42710', '23505']);

/** A table and what a role may do with its rows. */
interface Rights {
  /** quoted where necessary */
  table: string;
  granted: string[];
  /** whether the user of the connection may grant rights on it */
  grantable: boolean;
}

/** What a connection runs as. */
interface RunsAs {
  user: string;
  isSuperuser: boolean;
  /** owns a table of the schema, or may become its owner */
  isOwner: boolean;
  /** may create tables in the schema */
  mayCreate: boolean;
  /** tables on which it lacks rights that the service needs */
  lacks: string[];
}

/** The address for the service's own connections, and what an operator should know about their role. */
export interface ServiceAddress {
  address: PostgresAddress;
  runsAs: RunsAs;
  /** why they have more rights than they need; undefined when all is well */
  warning: string | undefined;
}

/**
 * Creates {@link SERVICE_ROLE} if it is missing, and grants it the rows of every table of this database, except
 * changing or deleting those of the audit log. Called after every migration, because those add tables; changes nothing
 * when nothing is missing, and stops at what the user of the connection may not do: {@link serviceAddress} reports it.
 */
export async function grantServiceRole(client: pg.Client, address: PostgresAddress): Promise<void> {
  try {
    const logsIn = asServiceRole(address).role === undefined;
    await ensureRole(client, logsIn);
    if (!logsIn) await becomeMember(client);
    await grantSurroundings(client);
    await grantTables(client);
  } catch (error) {
    if (sqlState(error) !== NOT_ALLOWED) throw error;
  }
}

async function ensureRole(client: pg.Client, logsIn: boolean): Promise<void> {
  const { rows } = await client.query<{ login: boolean }>(
    'SELECT rolcanlogin AS login FROM pg_roles WHERE rolname = $1',
    [SERVICE_ROLE],
  );
  if (rows.length === 0) {
    await client.query(`CREATE ROLE ${SERVICE_ROLE} ${logsIn ? 'LOGIN' : 'NOLOGIN'}`).catch((error) => {
      if (!ALREADY_EXISTS.has(sqlState(error) ?? '')) throw error;
    });
  } else if (logsIn && rows[0]?.login === false) await client.query(`ALTER ROLE ${SERVICE_ROLE} LOGIN`);
}

/** Lets the user of the connection become the role: since PostgreSQL 16, creating it is not enough for that. */
async function becomeMember(client: pg.Client): Promise<void> {
  try {
    await client.query(`SET ROLE ${SERVICE_ROLE}`);
    await client.query('RESET ROLE');
  } catch (error) {
    if (sqlState(error) !== NOT_ALLOWED) throw error;
    await client.query(`GRANT ${SERVICE_ROLE} TO CURRENT_USER`);
  }
}

/** Grants rights other than on tables; everybody has most, unless an operator revoked them. */
async function grantSurroundings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<
    Record<'schema' | 'database' | 'statistics', boolean> & { name: string }
  >(
    `SELECT quote_ident(current_database()) AS name, has_schema_privilege($1, 'public', 'USAGE') AS schema,
       has_database_privilege($1, current_database(), 'CONNECT')
         AND has_database_privilege($1, current_database(), 'TEMPORARY') AS database,
       has_function_privilege($1, 'refresh_statistics()', 'EXECUTE') AS statistics`,
    [SERVICE_ROLE],
  );
  const { name, schema, database, statistics } = rows[0] ?? {};
  if (schema === false) await client.query(`GRANT USAGE ON SCHEMA public TO ${SERVICE_ROLE}`);
  // The import stages its rows in a temporary table.
  if (database === false) {
    await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${SERVICE_ROLE}`);
  }
  if (statistics === false) {
    await client.query(`GRANT EXECUTE ON FUNCTION refresh_statistics() TO ${SERVICE_ROLE}`);
  }
}

async function grantTables(client: pg.Client): Promise<void> {
  for (const { table, granted, grantable } of await rightsOf(client, SERVICE_ROLE)) {
    if (!grantable) continue;
    const privileges = EXCEPTIONS[table] ?? EVERYTHING;
    const missing = privileges.filter((right) => !granted.includes(right));
    const excessRights = granted.filter((right) => !privileges.includes(right));
    if (missing.length > 0) await client.query(`GRANT ${missing.join(', ')} ON ${table} TO ${SERVICE_ROLE}`);
    if (excessRights.length > 0) {
      await client.query(`REVOKE ${excessRights.join(', ')} ON ${table} FROM ${SERVICE_ROLE}`);
    }
  }
}

async function rightsOf(client: pg.Client, role: string): Promise<Rights[]> {
  const { rows } = await client.query<Rights>(
    `SELECT quote_ident(c.relname) AS table, pg_has_role(current_user, c.relowner, 'USAGE') AS grantable,
       ARRAY(SELECT each FROM unnest($2::text[]) each WHERE has_table_privilege($1::name, c.oid, each)) AS granted
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
    [role, [...EVERYTHING, 'TRUNCATE', 'REFERENCES', 'TRIGGER']],
  );
  return rows;
}

/**
 * The address under which the service's connections have the fewest rights that this database allows: those of
 * {@link SERVICE_ROLE}, else those of the login as it is. The schema has to be migrated.
 */
export async function serviceAddress(address: PostgresAddress): Promise<ServiceAddress> {
  const roleAddress = asServiceRole(address);
  const role = await runsAs(roleAddress).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error;
    return undefined; // no such role, or the login may not become it
  });
  const withRole = (address: PostgresAddress, { isCluster, ...runsAs }: RoleFound): ServiceAddress => ({
    address: isCluster ? { ...address, isCluster } : address,
    runsAs,
    warning: excess(runsAs),
  });
  return role?.lacks.length === 0 ? withRole(roleAddress, role) : withRole(address, await runsAs(address));
}

/** Rights of a connection beyond reading and writing rows, in words; undefined for none. */
function excess({ user, isSuperuser, isOwner, mayCreate }: RunsAs): string | undefined {
  const what = [
    ...(isSuperuser ? ['is a superuser'] : []),
    ...(isOwner ? ['owns the tables'] : []),
    ...(mayCreate ? ['may create tables'] : []),
  ];
  return what.length === 0
    ? undefined
    : `the service's connections run as ${user}, who ${what.join(' and ')}`;
}

/** What a connection runs as, and whether its server may be the coordinator of a cluster. */
type RoleFound = RunsAs & { isCluster: boolean };

async function runsAs(address: PostgresAddress): Promise<RoleFound> {
  return withClient(
    address,
    async (client) => {
      const { rows } = await client.query<Omit<RoleFound, 'lacks'>>(
        `SELECT current_user AS user, rolsuper AS "isSuperuser",
         EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
           AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS "isOwner",
         has_schema_privilege('public', 'CREATE') AS "mayCreate",
         EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isCluster"
       FROM pg_roles WHERE rolname = current_user`,
      );
      const [state] = rows;
      if (state === undefined) throw new Error('The role of the connection is unknown to its server');
      const rights = await rightsOf(client, state.user);
      const lacks = rights.filter(({ table, granted }) =>
        (EXCEPTIONS[table] ?? EVERYTHING).some((right) => !granted.includes(right)),
      );
      return { ...state, lacks: lacks.map(({ table }) => table) };
    },
    { limits: true },
  );
}
