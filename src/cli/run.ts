import { userInfo } from 'node:os';
import { type Config, ConfigurationError, loadConfig } from '../config/config.js';
import type { PostgresAddress } from '../database/connection/connection.js';
import { isDatabaseAway } from '../database/connection/database-errors.js';
import { EmbeddedPostgresError } from '../database/embedded/errors.js';
import { migrateSchema } from '../database/schema/migrate.js';
import { serviceAddress } from '../database/schema/service-role.js';
import { nameOfDatabase, type OpenedDatabase, openDatabase } from '../database/servers/address.js';
import { primaryOf } from '../database/servers/servers.js';
import { migrationsOf, withClient } from '../database/servers/with-client.js';
import { outliveOutputs } from '../log/outputs.js';

/** The command cannot do what was requested; the message says why. Exit code 2. */
export class CommandError extends Error {}

/** Who runs the command, for the audit log: `command:<user of this machine>`. */
export function operator(): string {
  try {
    return `command:${userInfo().username}`;
  } catch {
    return `command:${process.getuid?.() ?? 'unknown'}`; // a uid without an account, as containers have
  }
}

/** The configured place holds no database of the service. Exit code 1. */
class NoDatabase extends Error {}

/** A signal ended the command before its work was done; the process ends by the same signal. */
export class Interrupted extends Error {
  constructor(readonly signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
  }
}

/** What a command does with its database; `signal` aborts when a signal of the system asks the command to end. */
export type Work = (config: Config, address: PostgresAddress, signal: AbortSignal) => Promise<void>;

/**
 * Opens the service's database for the duration of the work, migrated unless `migrated` is false. Works alongside a
 * running service, with the service's rights; `asOwner`: with those of the login itself. A database that does not
 * exist is refused, because no service would find what a command wrote to it; `fresh`: it may be created, but only if
 * DATA_DIR or DATABASE_URL is named by the operator. `isGraceful`: the work ends itself soon after the first signal, so
 * that only a second one cuts it off.
 */
export type WithDatabase = (
  work: Work,
  options?: { migrated?: boolean; asOwner?: boolean; fresh?: boolean; isGraceful?: boolean },
) => Promise<void>;

/**
 * Runs a command: opens what it needs and closes it afterwards, and turns failures into one line and an exit
 * code: 2 for wrong usage, 1 for everything else.
 */
export async function runCommand(
  usage: string,
  command: (withDatabase: WithDatabase) => Promise<void>,
): Promise<void> {
  outliveOutputs((error) => {
    // A reader that has what it wanted, such as head, has ended: that needs no message.
    if (error.code !== 'EPIPE') say(`Failed: the output could not be written: ${error.message}`);
    process.exitCode = 1;
  });
  try {
    await command(withDatabase);
  } catch (error) {
    if (error instanceof Interrupted) {
      process.kill(process.pid, error.signal);
      return;
    }
    const wrongUse = error instanceof CommandError || isArgumentError(error);
    const isExpected =
      wrongUse ||
      [ConfigurationError, EmbeddedPostgresError, NoDatabase].some((kind) => error instanceof kind);
    process.stderr.write(`${isExpected ? (error as Error).message : `Failed: ${reasonOf(error)}`}\n`);
    if (isArgumentError(error)) process.stderr.write(`\n${usage}\n`);
    process.exitCode = wrongUse ? 2 : 1;
  }
}

/** What a failure says; of a connection that was lost, also who knows why. */
export function reasonOf(error: unknown): string {
  const message = (error as Error | null)?.message ?? String(error);
  const isFileMissing = (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
  return isDatabaseAway(error) && !isFileMissing
    ? `the database cannot be reached, or was lost; its log says why (${message})`
    : message;
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/**
 * Signals that end a command. SIGHUP is that of a terminal that closes: `nohup` does not keep it away, as Node gives every
 * signal its default effect again when it starts.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens to the signals that end a command, until {@link end}. Those that follow, as npm repeats them, do nothing. */
class Interruption {
  /** whether the work stops by itself after a first signal */
  isGraceful = false;
  /** whether the work has been cut off */
  isCut = false;
  /** rejects when the work is to be cut off */
  readonly cut: Promise<never>;
  private readonly controller = new AbortController();
  private reject: (error: Interrupted) => void = () => undefined;

  constructor() {
    this.cut = new Promise((_, reject) => {
      this.reject = reject;
    });
    this.cut.catch(() => undefined); // while nobody waits for it
    for (const signal of SIGNALS) process.on(signal, this.receive);
  }

  /** aborts at the first signal, with {@link Interrupted} */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.receive);
  }

  private readonly receive = (name: NodeJS.Signals): void => {
    const error = new Interrupted(name);
    if (this.signal.aborted || !this.isGraceful) {
      this.isCut = true;
      this.reject(error);
    }
    this.controller.abort(error);
  };
}

/**
 * Opens the configured database, reports its name, and closes it when the work is done or a signal cuts it off: an
 * embedded server that this command started would otherwise outlive it. `fresh` as in {@link WithDatabase}.
 */
export async function onNamed<Result>(
  config: Config,
  work: (database: OpenedDatabase, interruption: Interruption) => Promise<Result>,
  { fresh = false } = {},
): Promise<Result> {
  say(`Database: ${nameOfDatabase(config)}`);
  const create = fresh && Boolean(process.env.DATA_DIR);
  const interruption = new Interruption();
  const { signal, cut } = interruption;
  try {
    const opening = openDatabase(config, { role: 'command', create, log: say, signal });
    const database = await opening.catch((error) => {
      throw signal.aborted ? signal.reason : error;
    });
    // Of several servers: everything that the work does happens on the primary found now.
    const begin = async () => work({ ...database, address: await primaryOf(database.address) }, interruption);
    try {
      return await Promise.race([begin(), cut]);
    } finally {
      await database.close({ midway: interruption.isCut });
    }
  } finally {
    interruption.end();
  }
}

const withDatabase: WithDatabase = async (
  work,
  { migrated = true, asOwner = !migrated, fresh = false, isGraceful = false } = {},
) => {
  const config = loadConfig(say);
  await onNamed(
    config,
    async ({ address }, interruption) => {
      if (!fresh) await refuseEmpty(config, address);
      if (migrated) await migrateSchema(address, { say });
      const own = asOwner ? address : (await serviceAddress(address)).address;
      interruption.isGraceful = isGraceful;
      await work(config, own, interruption.signal);
    },
    { fresh },
  );
};

/** Refuses a database on which the service never ran: it is most likely not the service's. */
async function refuseEmpty(config: Config, address: PostgresAddress): Promise<void> {
  if ((await withClient(address, migrationsOf, { limits: true })).length > 0) return;
  throw new NoDatabase(
    `The service has never run on ${nameOfDatabase(config)}, and only npm start and npm run demo set a database up. ` +
      'Set DATABASE_URL or DATA_DIR to the one that the service uses',
  );
}

function isArgumentError(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('ERR_PARSE_ARGS');
}
