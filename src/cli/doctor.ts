import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { type Config, ConfigurationError, loadConfig } from '../config/config.js';
import { DATA_SETS } from '../data-sets.js';
import { examine, tableOf } from '../operations/doctor/doctor.js';
import { bad, type Finding, ok } from '../operations/doctor/finding.js';
import { Interrupted, onNamed, runCommand } from './run.js';

const USAGE = `Examines configuration, database and data; changes nothing, works beside a running service.

  npm run doctor [-- --json]

Exit code 1 when something fails.`;

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const findings = await everything();
  process.stdout.write(`${values.json ? JSON.stringify(findings) : tableOf(findings)}\n`);
  if (findings.some(({ status }) => status === 'fail')) process.exitCode = 1;
});

/** Checks the configuration, then the database, then its contents: each needs the one before. */
async function everything(): Promise<Finding[]> {
  let config: Config;
  const doubts: string[] = [];
  try {
    config = loadConfig((line) => doubts.push(line));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const detail = error.problems.join('; ');
    return [{ check: 'configuration', status: 'fail', detail, advice: 'Correct .env or the environment' }];
  }
  const configuration: Finding = {
    check: 'configuration',
    ...(doubts.length === 0
      ? ok('every setting is accepted')
      : bad('warn', doubts.join('; '), 'Correct .env or the environment')),
  };
  try {
    const findings = await onNamed(config, ({ address }) => examine(config, address, DATA_SETS));
    return [configuration, { check: 'database', status: 'ok', detail: 'answers' }, ...findings];
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const { message } = error as Error;
    const advice = 'Start the database, or correct DATABASE_URL or DATA_DIR';
    return [configuration, { check: 'database', status: 'fail', detail: message, advice }];
  }
}
