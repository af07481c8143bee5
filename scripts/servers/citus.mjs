/**
 * A Citus cluster on this machine, for tests and experiments: a coordinator and two workers on the loopback interface,
 * with --plain also the same PostgreSQL without Citus.
 *
 *   node scripts/servers/citus.mjs start <folder> [--port 5500] [--plain]
 *   node scripts/servers/citus.mjs stop <folder>
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { citusBinaries } from './citus-build.mjs';
import { makeFolder, ROLE, sql, startServer, stopServer, urlOf } from './postgres.mjs';

const CITUS = [
  "shared_preload_libraries = 'citus'",
  "citus.node_conninfo = 'sslmode=disable'",
  'wal_level = logical',
  'max_worker_processes = 400', // each node maintains every database with a process
  'max_connections = 3000', // and with connections to the other nodes
  'shared_buffers = 64MB',
  "citus.recover_2pc_interval = '5s'", // transactions prepared by a node that died are locked and invisible until then
];

/** Starts the cluster of a folder, creating it if it is new; returns the URLs of its coordinator and plain server. */
export async function startCluster(folder, { port = 5500, plain = false, say = () => undefined } = {}) {
  const bin = citusBinaries(say);
  makeFolder(folder);
  const ports = [port, port + 1, port + 2];
  let isNew = false;
  for (const [index, each] of ports.entries())
    isNew = await startServer(bin, join(folder, `node-${index}`), each, CITUS);
  if (isNew) await makeDatabase(ports, ROLE);
  if (!plain) return { url: urlOf(port, ROLE), ports };
  const other = port + ports.length;
  if (await startServer(bin, join(folder, 'plain'), other))
    await sql(other, 'postgres', `CREATE DATABASE ${ROLE} OWNER ${ROLE}`);
  return { url: urlOf(port, ROLE), plain: urlOf(other, ROLE), ports };
}

/** Creates another database on all nodes; the first of `ports` is the coordinator. */
export async function makeDatabase(ports, name) {
  for (const port of ports) {
    await sql(port, 'postgres', `CREATE DATABASE ${name} OWNER ${ROLE}`);
    await sql(port, name, 'CREATE EXTENSION citus');
  }
  const [coordinator, ...workers] = ports;
  await sql(
    coordinator,
    name,
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
    ...workers.map((port) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  );
}

/** Stops every server of a folder. */
export function stopCluster(folder) {
  const bin = citusBinaries();
  for (const name of readdirSync(folder)) stopServer(bin, join(folder, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string', default: '5500' }, plain: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [action, folder] = positionals;
  if (folder === undefined || !['start', 'stop'].includes(action)) {
    console.error('node scripts/servers/citus.mjs start|stop <folder> [--port 5500] [--plain]');
    process.exitCode = 2;
  } else if (action === 'stop') stopCluster(resolve(folder));
  else {
    const { port, plain } = values;
    const urls = await startCluster(resolve(folder), { port: Number(port), plain, say: console.error });
    console.log([urls.url, urls.plain].filter(Boolean).join('\n'));
  }
}
