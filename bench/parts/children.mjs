/** The benchmarks that are separate programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build.mjs';
import { command } from '../process.mjs';

/** They exit with 1 when they miss their own floor: the report shows it as well. */
const ENDS = { ok: [0, 1] };

/** Ten indicators over 25 years of bars against the bars alone. */
export async function measureIndicators({ say }) {
  const output = await command(
    process.execPath,
    [join(root, 'bench/technical-analysis.mjs'), '--json'],
    ENDS,
  );
  const result = JSON.parse(output.trim().split('\n').at(-1));
  say(
    `ten indicators: ${result.analysis_ms} ms, ${result.ratio} times the bars alone (${result.quote_ms} ms)`,
  );
  return result;
}

/** Bulk import of 200 items in each policy, into the market. */
export function measureBulk(context) {
  return program('bulk', ['--url', context.market.url, '--rounds', context.isQuick ? '5' : '15'], context);
}

/** Import of a CSV file against psql's \copy. */
export function measureImport(context) {
  const { isQuick, options } = context;
  const line = isQuick
    ? ['--rows', '100000', '--rounds', '1']
    : ['--rows', '500000', '--rounds', String(options.rounds)];
  return program('import', line, context);
}

async function program(name, line, { folder, say }) {
  const file = join(folder, `${name}.json`);
  const output = await command(
    process.execPath,
    [join(root, `bench/${name}.mjs`), ...line, '--json', file],
    ENDS,
  );
  say(output.trim());
  return JSON.parse(readFileSync(file, 'utf8'));
}
