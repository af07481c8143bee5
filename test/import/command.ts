import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import type { ImportSummary } from '../../src/modules/import/import-summary.js';
import { runCommand, startCommand, urlOf } from '../commands.js';
import type { CommandResult } from '../host/commands.js';

/** Starts the import in a separate process. */
export function startImport(
  address: PostgresAddress,
  line: readonly string[],
): { child: ChildProcess; ended: Promise<CommandResult> } {
  return startCommand('import', line, { DATABASE_URL: urlOf(address) });
}

/** Runs the import to its end in the service host. */
export function runImport(
  address: PostgresAddress,
  line: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  return runCommand('import', line, { DATABASE_URL: urlOf(address), ...environment });
}

/** Summary of an import and its exit code. */
type Summary = ImportSummary & { code: number | null };

/** Runs the import with `--json`: its exit code and summary, whose counts must add up. */
export async function summaryOf(
  address: PostgresAddress,
  line: readonly string[],
  environment: Record<string, string> = {},
): Promise<Summary> {
  return summaryFrom(await runImport(address, [...line, '--json'], environment));
}

/** As {@link summaryOf}, in a separate process. */
export async function summaryApart(address: PostgresAddress, line: readonly string[]): Promise<Summary> {
  return summaryFrom(await startImport(address, [...line, '--json']).ended);
}

function summaryFrom({ code, stdout, stderr }: CommandResult): Summary {
  if (stdout === '') throw new Error(`The command ended with ${code}: ${stderr}`);
  const summary = JSON.parse(stdout) as ImportSummary;
  const { read, created, updated, unchanged, ignored, deleted, proposed, rejected, complete } = summary;
  if (
    complete &&
    !summary.dry_run &&
    read !== created + updated + unchanged + ignored + deleted + proposed + rejected
  ) {
    throw new Error(`The counts do not add up: ${stdout}`);
  }
  return { ...summary, code };
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes files into a new folder, removed after the tests of the file, and returns a function from name to path. */
export function folderWith(files: Record<string, string | Buffer> = {}): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return (name) => join(folder, name);
}

export const HEADER = 'ticker,date,open,high,low,close,volume';

/** `count` valid lines of CSV: one ticker, consecutive days, lines in date order. */
export function barsOf(ticker: string, count: number, volume = 1000): string[] {
  const first = Date.UTC(1960, 0, 1);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(first + index * 86_400_000).toISOString().slice(0, 10);
    const close = 10_000 + (index % 500) * 10;
    return `${ticker},${date},${close - 5},${close + 20},${close - 20},${close},${volume + index}`;
  });
}

export const csv = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
