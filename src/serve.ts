import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { prepare } from './bootstrap.js';
import { type Config, ConfigurationError } from './config/config.js';
import { type OpenedDatabase, openDatabase } from './database/address.js';
import { isDatabaseAway, type PostgresAddress } from './database/connection.js';
import { EmbeddedPostgresError } from './database/embedded/errors.js';
import { drainable } from './http/drain.js';
import { DataNotice } from './operations/data-notice.js';

/** Pause between attempts to reach a database that is not up yet, ms. */
const RETRY = 500;
/** A client gets this long to send its headers, ms; Node's default of a minute invites slow-socket abuse. */
const HEADERS_TIMEOUT = 10_000;
/** Idle connections are kept longer than load balancers keep theirs (60 s), so that these close first, ms. */
const KEEP_ALIVE = 75_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** What a program does beside serving. */
export interface Program {
  /** settings, read when the program starts */
  config(): Config;
  /** looks at the database before anything is changed in it; throws to refuse it */
  check?(address: PostgresAddress): Promise<void>;
  /** fills the database of the prepared service before it listens; returns lines for the operator */
  load?(app: NestExpressApplication, config: Config): Promise<string[]>;
}

/** Serves until a signal comes; a failure to start becomes a message and exit code 1. */
export function serve(program: Program): void {
  start(program).catch((error: unknown) => {
    if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) say(error.message);
    else if ((error as NodeJS.ErrnoException)?.code === 'EADDRINUSE') {
      say(`${(error as Error).message}: another program listens there; set PORT to a free one`);
    } else say(`Cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    // Something that failed half-way may keep the process alive.
    setTimeout(() => process.exit(1), 2_000).unref();
  });
}

async function start(program: Program): Promise<void> {
  const config = program.config();
  const database = await openDatabase(config, 'service', say);
  try {
    const { app, firstToken } = await prepareWhenUp(program, config, database);
    const lines = (await program.load?.(app, config)) ?? [];
    const drain = await listen(app, config);
    announce(await app.getUrl(), config, firstToken);
    for (const line of [app.get(DataNotice).text, ...lines]) if (line !== null) say(line);
    stopOnSignal(app, database, drain);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepareWhenUp(
  program: Program,
  config: Config,
  { address }: OpenedDatabase,
): ReturnType<typeof prepare> {
  for (let said = false; ; ) {
    try {
      await program.check?.(address);
      return await prepare(config, address);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (!said) say(`Waiting for the database: ${(error as Error).message}`);
      said = true;
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** Starts to listen; what it returns is to be called when the closing begins. */
async function listen(app: NestExpressApplication, config: Config): Promise<() => void> {
  const server: Server = app.getHttpServer();
  server.headersTimeout = HEADERS_TIMEOUT;
  server.keepAliveTimeout = KEEP_ALIVE;
  const drain = drainable(server, HEADERS_TIMEOUT);
  await app.listen(config.PORT, config.HOST);
  return drain;
}

function announce(url: string, config: Config, firstToken: string | null): void {
  say(`Market Data Service is ready at ${url} (documentation: ${url}/docs)`);
  if (firstToken !== null) {
    say(`First admin token, shown this once: ${firstToken}`);
    say(`Try:  curl -H "Authorization: Bearer ${firstToken}" "${url}/reference/settlement?limit=3"`);
  } else if (config.BOOTSTRAP_ADMIN_TOKEN === undefined) {
    say('More tokens: npm run token -- create --principal you@example.com --role reader --kind user');
  }
}

/** Finishes the requests in flight, then the application, then the embedded database. */
function stopOnSignal(app: NestExpressApplication, database: OpenedDatabase, drain: () => void): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    drain();
    await app.close();
    await database.close();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}
