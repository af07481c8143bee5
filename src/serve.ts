import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Config, ConfigurationError } from './config/config.js';
import type { PostgresAddress } from './database/connection/connection.js';
import { isDatabaseAway, sqlState } from './database/connection/database-errors.js';
import { EmbeddedPostgresError } from './database/embedded/errors.js';
import { serviceAddress } from './database/schema/service-role.js';
import { type OpenedDatabase, openDatabase } from './database/servers/address.js';
import { withRetries } from './errors/retries.js';
import { drainable } from './http/server/drain.js';
import { HEADERS_TIMEOUT } from './http/server/server.js';
import { outliveOutputs } from './log/outputs.js';
import { askSupervisor, isWorker, notifyReady } from './workers/link.js';

/** Pause between attempts to reach a database that is not up yet, ms. */
const RETRY = 500;
/** SQLSTATE of a wrong user or password (28…), and of a database that does not exist (3D000). */
const REFUSED_STATES = /^(28|3D)/;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** What a program does besides serving. */
export interface Program {
  /** settings, read when the program starts; `warn` receives lines about what is probably not as meant */
  config(warn?: (line: string) => void): Config;
  /** inspects the database before anything in it is changed; throws to refuse it */
  check?(address: PostgresAddress): Promise<void>;
  /** fills the database of the prepared service before it listens; returns lines for the operator */
  load?(app: NestExpressApplication, config: Config): Promise<string[]>;
  /** where to look at its data, if it has any */
  show?: {
    /** a page of the console */
    page: string;
    /** reads, printed as calls */
    reads: readonly string[];
  };
}

/** A read with an answer even on an empty database, because the calendar is shipped. */
const FIRST_READ = '/reference/settlement?limit=3';

/** Serves until a signal comes; a failure to start becomes a message and exit code 1. */
export function serve(program: Program): void {
  outliveOutputs();
  start(program).catch((error: unknown) => {
    const advice = listenAdvice(error);
    if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) say(error.message);
    else if (advice !== undefined) say(`${(error as Error).message}: ${advice}`);
    else if (REFUSED_STATES.test(sqlState(error) ?? '')) {
      say(
        `The database refuses: ${(error as Error).message}; correct user, password and name in DATABASE_URL`,
      );
    } else say(`Cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    // Something that failed half-way may keep the process alive.
    setTimeout(() => process.exit(1), 2_000).unref();
  });
}

/** What to do when the service cannot listen at HOST and PORT; undefined for any other error. */
function listenAdvice(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'another program listens there; set PORT to a free one';
  if (code === 'EADDRNOTAVAIL') return 'it is not an address of this machine; set HOST to one';
  if (syscall === 'getaddrinfo') return 'set HOST to an address or a name of this machine';
  if (code === 'EACCES' && (syscall === 'listen' || syscall === 'bind'))
    return 'this user may not listen there; set PORT to another one';
  return undefined;
}

async function start(program: Program): Promise<void> {
  const [, , ...args] = process.argv;
  if (args.length > 0) {
    throw new ConfigurationError([
      `no arguments are read here (given: ${args.join(' ')}); settings are environment variables, listed in docs/configuration.md (README.md leads there)`,
    ]);
  }
  const config = program.config(isWorker() ? undefined : say);
  // Loaded while the database starts: both take about as long.
  const application = import('./bootstrap.js');
  application.catch(() => undefined); // reported where it is awaited
  if (isWorker()) return work(config, await application);
  await tryHost(config.HOST);
  const database = await openDatabase(config, { role: 'service', create: true, log: say });
  try {
    const { prepare } = await application;
    const { app, firstToken, notice, warning } = await whenUp(async () => {
      await program.check?.(database.address);
      return prepare(config, database.address, say);
    });
    // At once: it is stored as a digest only, and a start that fails or is stopped from here on would lose it.
    if (firstToken !== null) say(`First admin token, shown this once: ${firstToken}`);
    const lines = (await program.load?.(app, config)) ?? [];
    const notices = [notice.text, ...lines];
    const service = await (config.WORKERS > 1
      ? serveByWorkers(app, config, database)
      : serveAlone(app, config, database));
    announce(service.url, program, config, firstToken);
    if (warning !== undefined) say(`${warning}: npm run doctor says what to do`);
    for (const line of notices) if (line !== null) say(line);
    stopOnSignal(service.stop);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The running service, and how to stop it once its requests are answered. */
interface RunningService {
  url: string;
  stop(signal: NodeJS.Signals): Promise<void>;
}

async function serveAlone(
  app: NestExpressApplication,
  config: Config,
  database: OpenedDatabase,
): Promise<RunningService> {
  const drain = await listen(app, config);
  return {
    url: await app.getUrl(),
    async stop() {
      await drain();
      await app.close();
      await database.close();
    },
  };
}

/** Lets other processes serve what was prepared here; this one keeps the database and supervises them. */
async function serveByWorkers(
  app: NestExpressApplication,
  config: Config,
  database: OpenedDatabase,
): Promise<RunningService> {
  await app.close();
  const { Supervisor } = await import('./workers/supervisor.js');
  const supervisor = new Supervisor({ address: database.address }, say);
  return {
    url: await supervisor.start(config.WORKERS),
    async stop(signal) {
      await supervisor.stop(signal);
      await database.close();
    },
  };
}

/** Runs a worker of {@link serveByWorkers}, on the database that its supervisor has opened and migrated. */
async function work(config: Config, { buildApp }: typeof import('./bootstrap.js')): Promise<void> {
  const login = await askSupervisor('address');
  const app = await whenUp(async () => buildApp(config, (await serviceAddress(login)).address));
  const drain = await listen(app, config);
  stopOnSignal(async () => {
    await drain();
    await app.close();
  });
  notifyReady(await app.getUrl());
}

/** Throws if nobody can listen at HOST: a database that nobody will use is not made. */
async function tryHost(host: string): Promise<void> {
  const server = createServer().listen({ host, port: 0 });
  await once(server, 'listening');
  server.close();
}

/** Retries while the database is away. */
function whenUp<Result>(work: () => Promise<Result>): Promise<Result> {
  const when = (error: unknown, attempt: number) => {
    const isAway = isDatabaseAway(error);
    if (isAway && attempt === 1) say(`Waiting for the database: ${(error as Error).message}`);
    return isAway;
  };
  return withRetries(work, { when, pause: () => RETRY });
}

/** Starts to listen; returns the function to call when closing begins. */
async function listen(app: NestExpressApplication, config: Config): Promise<() => Promise<void>> {
  const server: Server = app.getHttpServer();
  const drain = drainable(server, HEADERS_TIMEOUT);
  app.useLogger(['fatal']); // a port that is in use is reported once, by the caller
  await app.listen(config.PORT, config.HOST);
  return drain;
}

function announce(url: string, { show }: Program, config: Config, firstToken: string | null): void {
  const read = (path: string) =>
    say(`Try:  curl -H "Authorization: Bearer ${firstToken ?? '$TOKEN'}" "${url}${path}"`);
  say(`Market Data Service is ready at ${url} (documentation: ${url}/docs, guide: ${url}/guide)`);
  if (firstToken !== null) {
    if (show === undefined) read(FIRST_READ);
  } else if (config.BOOTSTRAP_ADMIN_TOKEN === undefined) {
    say('More tokens: npm run token -- create --principal you@example.com --role reader --kind user');
  }
  if (show === undefined) return;
  show.reads.forEach(read);
  say(`Open  ${url}${show.page}  and sign in with the token`);
}

/** On the first signal, finishes what is in progress, then ends by that signal; SIGHUP: its terminal closes. */
function stopOnSignal(finish: (signal: NodeJS.Signals) => Promise<void>): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await finish(signal);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
}
