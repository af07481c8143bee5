import { userInfo } from 'node:os';
import { type Config, ConfigurationError, loadConfig } from '../config/config.js';
import { openDatabase } from '../database/address.js';
import type { PostgresAddress } from '../database/connection.js';
import { EmbeddedPostgresError } from '../database/embedded/errors.js';
import { migrateSchema } from '../database/migrate.js';
import { serviceAddress } from '../database/service-role.js';

/** The command cannot do what it was asked; the message says why. Exit code 2. */
export class CommandError extends Error {}

/** Who runs the command, for the audit log: `command:<user of this machine>`. */
export function operator(): string {
  try {
    return `command:${userInfo().username}`;
  } catch {
    return `command:${process.getuid?.() ?? 'unknown'}`; // a uid without an account, as containers have
  }
}

/**
 * Opens the service's database for the time of the work, migrated unless told otherwise. Works beside a running
 * service, with the rights that the service has; `asOwner`: with those of the login as it is.
 */
export type WithDatabase = (
  work: (config: Config, address: PostgresAddress) => Promise<void>,
  options?: { migrated?: boolean; asOwner?: boolean },
) => Promise<void>;

/**
 * Runs a command: what it needs is opened and closed around it, and its failures become one line and an exit
 * code: 2 for wrong usage, 1 for everything else.
 */
export async function runCommand(
  usage: string,
  command: (withDatabase: WithDatabase) => Promise<void>,
): Promise<void> {
  try {
    await command(withDatabase);
  } catch (error) {
    const wrongUse = error instanceof CommandError || isArgumentError(error);
    const known = wrongUse || error instanceof ConfigurationError || error instanceof EmbeddedPostgresError;
    process.stderr.write(
      `${known ? (error as Error).message : `Failed: ${(error as Error)?.message ?? error}`}\n`,
    );
    if (isArgumentError(error)) process.stderr.write(`\n${usage}\n`);
    process.exitCode = wrongUse ? 2 : 1;
  }
}

const withDatabase: WithDatabase = async (work, { migrated = true, asOwner = !migrated } = {}) => {
  const config = loadConfig();
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const database = await openDatabase(config, 'command', say);
  try {
    if (migrated) await migrateSchema(database.address, { say });
    await work(config, asOwner ? database.address : (await serviceAddress(database.address)).address);
  } finally {
    await database.close();
  }
};

function isArgumentError(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('ERR_PARSE_ARGS');
}
