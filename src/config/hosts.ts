import { accessSync, constants } from 'node:fs';

/** Most servers that one address may name. */
const MOST = 16;
/** protocol, login with its @, hosts, and what follows them */
const FORM = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)(.*)$/is;
/** libpq's names for a session that can write; the service has no use for an address of another kind. */
const SESSIONS: readonly (string | null)[] = [null, 'any', 'read-write', 'primary'];

/** Place of one server, as node-postgres connects to it: a host name, an address or the folder of a socket. */
export interface Place {
  host: string;
  port: number;
}

/**
 * Returns one URL for each server that a URL names: several hosts are separated by commas, before the path or in the
 * parameter `host`, as libpq reads them; a list of ports has as many entries or one. Throws for anything else.
 */
export function serversOf(url: string): string[] {
  if (!isReadable(url)) throw new Error('Bytes that are not UTF-8, or a port that is not a number');
  const [, protocol = '', login = '', authority = '', rest = ''] = FORM.exec(url) ?? [];
  const parameters = new URL(`${protocol}${login}host${rest}`).searchParams;
  if (!SESSIONS.includes(parameters.get('target_session_attrs')))
    throw new Error('The session must be read-write');
  const hostNames = parameters.get('host')?.split(',') ?? [];
  const hosts = authority.split(',');
  const servers =
    hostNames.length > 1
      ? hostNames.map((host, index) =>
          withHost(`${protocol}${login}${hosts[0]}${rest}`, host, index, hostNames.length),
        )
      : hosts.map((host) => `${protocol}${login}${host}${rest}`);
  if (servers.length > MOST) throw new Error(`More than ${MOST} servers`);
  if (servers.length > 1 && [...hostNames, ...(hostNames.length > 1 ? [] : hosts)].includes(''))
    throw new Error('A host has no name');
  for (const server of servers) new URL(server);
  return servers.length === 1 ? [url] : servers;
}

/** A blank, or a percent sign that encodes nothing: node-postgres then takes the whole URL as it is written. */
const UNENCODED = / |%(?![0-9a-f]{2})/i;
/** Greatest number of a port. */
const LAST_PORT = 65_535;

/** Whether node-postgres can decode a URL, and reads a port in its parameter `port`, if it has one. */
export function isReadable(url: string): boolean {
  try {
    if (!UNENCODED.test(url)) decodeURIComponent(url);
  } catch {
    return false;
  }
  const { port = '' } = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
  return port.split(',').every((each) => /^\d*$/.test(each) && Number(each) <= LAST_PORT);
}

/** Parameters that name files, which node-postgres reads for each connection. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Whether the files that a URL names can be read now. */
export function hasReadableFiles(url: string): boolean {
  const parameters = new URLSearchParams(url.split('?')[1]);
  try {
    for (const path of FILES.map((name) => parameters.get(name))) if (path) accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a URL can be read by {@link serversOf}, and so can the files that it names. */
export function namesServers(url: unknown): boolean {
  try {
    return typeof url === 'string' && serversOf(url).length > 0 && hasReadableFiles(url);
  } catch {
    return false;
  }
}

/** Place of the server of a URL that {@link serversOf} returned. */
export function placeOf(server: string): Place {
  const { hostname, port, searchParams } = new URL(server);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  return { host, port: Number(searchParams.get('port') ?? (port || 5432)) };
}

/** host:port/database, without credentials. */
export function nameOf(server: string): string {
  const { host, port } = placeOf(server);
  return `${host}:${port}${new URL(server).pathname}`;
}

function withHost(url: string, host: string, index: number, count: number): string {
  const server = new URL(url);
  const ports = server.searchParams.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== count) throw new Error('As many ports as hosts, or one');
  server.searchParams.set('host', host);
  const port = ports[index] ?? ports[0];
  if (port !== undefined) server.searchParams.set('port', port);
  return server.href;
}
