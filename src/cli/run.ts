import { userInfo } from 'node:os';
import { type Config, ConfigurationError, loadConfig } from '../config/config.js';
import type { PostgresAddress } from '../database/connection/connection.js';
import { EmbeddedPostgresError } from '../database/embedded/errors.js';
import { migrateSchema } from '../database/schema/migrate.js';
import { serviceAddress } from '../database/schema/service-role.js';
import { nameOfDatabase, type OpenedDatabase, openDatabase } from '../database/servers/address.js';
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

/**
 * Opens the service's database for the duration of the work, migrated unless `migrated` is false. Works alongside a
 * running service, with the service's rights; `asOwner`: with those of the login itself. A database that does not
 * exist is refused, because no service would find what a command wrote to it; `fresh`: it may be created, but only if
 * DATA_DIR or DATABASE_URL is named by the operator.
 */
export type WithDatabase = (
  work: (config: Config, address: PostgresAddress) => Promise<void>,
  options?: { migrated?: boolean; asOwner?: boolean; fresh?: boolean },
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
    const wrongUse = error instanceof CommandError || isArgumentError(error);
    const isExpected =
      wrongUse ||
      [ConfigurationError, EmbeddedPostgresError, NoDatabase].some((kind) => error instanceof kind);
    process.stderr.write(
      `${isExpected ? (error as Error).message : `Failed: ${(error as Error)?.message ?? error}`}\n`,
    );
    if (isArgumentError(error)) process.stderr.write(`\n${usage}\n`);
    process.exitCode = wrongUse ? 2 : 1;
  }
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Opens the configured database and reports its name; `fresh` as in {@link WithDatabase}. */
export function openNamed(config: Config, { fresh = false } = {}): Promise<OpenedDatabase> {
  say(`Database: ${nameOfDatabase(config)}`);
  const create = fresh && Boolean(process.env.DATA_DIR);
  return openDatabase(config, { role: 'command', create, log: say });
}

const withDatabase: WithDatabase = async (
  work,
  { migrated = true, asOwner = !migrated, fresh = false } = {},
) => {
  const config = loadConfig();
  const database = await openNamed(config, { fresh });
  try {
    if (!fresh) await refuseEmpty(config, database.address);
    if (migrated) await migrateSchema(database.address, { say });
    await work(config, asOwner ? database.address : (await serviceAddress(database.address)).address);
  } finally {
    await database.close();
  }
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
