import { join } from 'node:path';
import pg from 'pg';
import { dist } from '../../scripts/build.mjs';

/** Name of the database that test databases are cloned from. */
export const TEMPLATE = 'mds_test_template';

/** Makes the template database anew on a server. */
export async function createTemplate(server, adminToken) {
  const { prepare } = await import(join(dist, 'src/bootstrap.js'));
  const { parseConfig } = await import(join(dist, 'src/config/config.js'));
  const client = new pg.Client('url' in server ? server.url : server);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const { app } = await prepare(
    parseConfig({ BOOTSTRAP_ADMIN_TOKEN: adminToken, LOG_LEVEL: 'silent' }),
    addressOf(server, TEMPLATE),
  );
  await app.close();
}

/** The same server with another database. */
export function addressOf(server, database) {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}
