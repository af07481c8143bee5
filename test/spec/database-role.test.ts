import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  connectionSettings,
  type PostgresAddress,
  SERVICE_ROLE,
} from '../../src/database/connection/connection.js';
import { serviceAddress } from '../../src/database/schema/service-role.js';
import { onServer, startApp, startAppOn, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { urlOf } from '../faults/harness.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';

/** Actions forbidden to every connection of the service, whatever statement somebody smuggled into it. */
const FORBIDDEN = [
  'CREATE TABLE stolen (id int)',
  'CREATE TABLE pg_temp.kept AS SELECT 1; CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'DROP TABLE quote',
  'ALTER TABLE quote ADD COLUMN x int',
  'ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only',
  'TRUNCATE quote',
  'TRUNCATE audit_event',
  'UPDATE audit_event SET actor = $$nobody$$',
  'DELETE FROM audit_event',
  'DELETE FROM schema_migration',
  'UPDATE schema_migration SET name = name',
  'CREATE ROLE accomplice SUPERUSER LOGIN',
  `ALTER ROLE ${SERVICE_ROLE} SUPERUSER`,
  `ALTER TABLE quote OWNER TO ${SERVICE_ROLE}`,
  'CREATE DATABASE accomplice',
  'CREATE EXTENSION amcheck',
  `COPY quote TO PROGRAM 'cat'`,
  `COPY quote TO '/tmp/mds-stolen'`,
  `SELECT pg_read_file('postgresql.conf')`,
  'SELECT * FROM pg_authid',
  `SELECT pg_reload_conf()`,
];

const ME = 'SELECT current_user::text AS name';

describe('S20: the service runs as a database role that is neither superuser nor owner', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote', aQuote()).expect(201);
  });
  afterAll(() => service.close());

  const permittedStatements = async (address: PostgresAddress) => {
    const client = new pg.Client(connectionSettings(address));
    await client.connect();
    const statements: string[] = [];
    try {
      for (const text of FORBIDDEN) {
        const failure = await client.query(text).then(
          () => 'passed',
          (error: { code?: string }) => error.code,
        );
        if (failure !== '42501') statements.push(`${text}: ${failure}`);
      }
    } finally {
      await client.end();
    }
    return statements;
  };

  it('the server sees every pool of the running service, and its listener, under the role', async () => {
    await Promise.all([
      service.get('/quote').expect(200),
      service.get('/quote?format=csv').expect(200),
      service.put('/svc/quote', aQuote()).expect(200),
    ]);
    const me = [{ name: SERVICE_ROLE }];
    expect(await service.inside('queryEveryWay', ME)).toEqual({ query: me, transaction: me, connection: me });
    if ('url' in service.address) return;
    // The embedded server lets the role log in: its sessions have no other role to go back to.
    const sessions = await service.sql<{ name: string }>(
      `SELECT DISTINCT usename AS name FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'market-data-service'`,
    );
    expect(sessions).toEqual([{ name: SERVICE_ROLE }]);
  });

  it('is neither superuser, nor owner of anything, nor a creator of roles or databases', async () => {
    const [role] = await service.sql(
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         EXISTS (SELECT FROM pg_class WHERE relowner = r.oid) AS owner,
         EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS member
       FROM pg_roles r WHERE rolname = '${SERVICE_ROLE}'`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owner: false,
      member: false,
    });
  });

  it('cannot change the schema, truncate, forge the audit log or reach a file: 42501', async () => {
    const { address, warning } = await serviceAddress(service.address);
    expect(warning).toBeUndefined();
    expect(await permittedStatements(address)).toEqual([]);
    figure('S20', 'statements that the role must not run', FORBIDDEN.length, 'every one refused (42501)');
  });

  it('the same holds through DATABASE_URL, whose own options stay in force', async () => {
    const url = new URL(urlOf(service.address));
    url.searchParams.set('options', '-c work_mem=5MB');
    const { address, runsAs } = await serviceAddress({ url: url.href });
    expect(runsAs).toEqual({
      user: SERVICE_ROLE,
      isSuperuser: false,
      isOwner: false,
      mayCreate: false,
      lacks: [],
    });
    expect(await permittedStatements(address)).toEqual([]);
    const client = new pg.Client(connectionSettings(address));
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone`,
    );
    await client.end();
    expect(rows).toEqual([{ memory: '5MB', zone: 'UTC' }]);
  });

  it('the next start grants what migrations added, and revokes excessive grants', async () => {
    await service.sql('CREATE TABLE later (id int)');
    await service.sql(`GRANT UPDATE, TRUNCATE ON audit_event TO ${SERVICE_ROLE}`);
    await service.sql(`REVOKE INSERT ON quote FROM ${SERVICE_ROLE}`);
    expect((await serviceAddress(service.address)).runsAs.isSuperuser).toBe(true); // it could not work otherwise
    await hostTask('migrate', service.address);
    const { runsAs } = await serviceAddress(service.address);
    expect(runsAs).toMatchObject({ user: SERVICE_ROLE, lacks: [] });
    const [rights] = await service.sql(
      `SELECT has_table_privilege('${SERVICE_ROLE}', 'later', 'DELETE') AS later,
         has_table_privilege('${SERVICE_ROLE}', 'audit_event', 'UPDATE, DELETE, TRUNCATE') AS audit`,
    );
    expect(rights).toEqual({ later: true, audit: false });
    await service.sql('DROP TABLE later');
  });

  describe('behind DATABASE_URL, depending on the rights of the login', () => {
    const name = `mds_login_${process.pid}`;
    let created: PostgresAddress;
    const as = (login: string): PostgresAddress => {
      const url = new URL(urlOf(created));
      url.username = login;
      url.password = 'plain';
      return { url: url.href };
    };
    beforeAll(async () => {
      await onServer(async (client) => {
        await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain' NOCREATEROLE`);
        await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
      });
      created =
        'url' in service.address ? { url: service.address.url } : { ...service.address, database: name };
      if ('url' in created) created.url = Object.assign(new URL(created.url), { pathname: `/${name}` }).href;
    });
    afterAll(() =>
      onServer(async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await client.query(`DROP ROLE ${name}`);
      }),
    );

    it('an owner who cannot assume the role: the service runs as the owner, and doctor says what to do', async () => {
      const app = await startAppOn(as(name));
      await app.get('/reference/currency?limit=1').expect(200);
      await app.close();
      const { warning, address } = await serviceAddress(as(name));
      expect(warning).toMatch(/who owns the tables and may create tables$/);
      expect(address).toEqual(as(name));
      const findings = await hostTask('examine', { DATABASE_URL: urlOf(as(name)) }, as(name));
      expect(findings.find(({ check }) => check === 'database role')).toMatchObject({
        status: 'warn',
        advice: expect.stringContaining(`GRANT ${SERVICE_ROLE} TO "${name}"`),
      });
    });

    it('an owner made a member by an administrator: the service runs as the role from the next start', async () => {
      await onServer((client) => client.query(`GRANT ${SERVICE_ROLE} TO ${name}`));
      const app = await startAppOn(as(name));
      await app.post('/svc/quote', aQuote()).expect(201);
      expect((await app.inside('queryEveryWay', ME)).query).toEqual([{ name: SERVICE_ROLE }]);
      await app.close();
      expect((await serviceAddress(as(name))).warning).toBeUndefined();
    });
  });
});
