import 'reflect-metadata';
import { createDataSource } from '../../ormconfig.js';
import type { Config } from '../config/config.js';
import { DATA_SETS } from '../data-sets.js';
import type { PostgresAddress } from '../database/connection/connection.js';
import { Database } from '../database/database.js';
import { UnfitFile } from '../modules/import/file-intake.js';
import { Import } from '../modules/import/import.service.js';
import {
  type ImportArguments,
  importArguments,
  USAGE,
  WrongUse,
} from '../modules/import/import-arguments.js';
import { summaryText } from '../modules/import/import-summary.js';
import { showProgress } from '../modules/import/progress.js';
import { NotARejectsFile } from '../modules/import/rejects-file.js';
import { isGoverned } from '../modules/proposal/proposals.js';
import { CommandError, operator, reasonOf, runCommand, type Work } from './run.js';

/** Exit code when rows were rejected and everything else is stored. */
const SOME_REJECTED = 3;
const HALF = 'What is counted is stored, nothing is half done';
const NOTHING = 'A dry run stores nothing';
const AGAIN = 'run the same command again to complete it';

await runCommand(USAGE, async (withDatabase) => {
  try {
    const args = await importArguments(process.argv.slice(2), DATA_SETS);
    if (args === undefined) process.stdout.write(`${USAGE}\n`);
    else {
      const work: Work = (config, address, signal) => run(args, config, address, signal);
      await withDatabase(work, { isGraceful: true });
    }
  } catch (error) {
    const isWrongUse = [WrongUse, UnfitFile, NotARejectsFile].some((kind) => error instanceof kind);
    throw isWrongUse ? new CommandError((error as Error).message) : error;
  }
});

async function run(
  args: ImportArguments,
  config: Config,
  address: PostgresAddress,
  signal: AbortSignal,
): Promise<void> {
  const dataSource = await createDataSource(address).initialize();
  const database = new Database(dataSource, address);
  try {
    const actor = args.principal ?? operator().replace('command:', 'import:');
    const policy = args.policy ?? config.BULK_DUPLICATE_POLICY;
    const task = new Import(
      { ...args, policy, actor, proposes: isGoverned(config, args.dataSet.name) },
      database,
    );
    signal.throwIfAborted(); // a signal that came before there was anything to stop
    signal.addEventListener('abort', () => task.stop());
    const endProgress = showProgress(args.dataSet.name, () => task.position());
    const failure = await (args.dryRun ? task.dryRun() : task.run()).then(
      () => undefined,
      (error: Error) => error,
    );
    endProgress();
    report(task, args, failure);
  } finally {
    await database.onApplicationShutdown();
    await dataSource.destroy();
  }
}

/** Writes the summary to standard output; failures are thrown or set the exit code. */
function report({ summary }: Import, { json }: ImportArguments, failure: Error | undefined): void {
  const isWrongUse = failure instanceof UnfitFile;
  if (json && !isWrongUse) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else if (failure === undefined || summary.batches > 0) process.stdout.write(summaryText(summary));
  if (isWrongUse) throw failure;
  const extent = summary.dry_run ? NOTHING : HALF;
  if (failure !== undefined)
    throw new Error(`${reasonOf(failure)}\n${extent}: when that is mended, ${AGAIN}`);
  if (!summary.complete) throw new Error(`interrupted\n${extent}: ${AGAIN}`);
  if (summary.rejected > 0) process.exitCode = SOME_REJECTED;
}
