/**
 * Writes docs/guides/data-sets.md, and the tables of docs/guides/bars-only.md, from what the reads declare
 * (`x-data-sets` of openapi.json), so that users with one data set know what to load next.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, ensureBuilt, root } from './build.mjs';

const ROLES = { needs: 'needed', needs_one_of: 'this or another', adds: 'adds' };

ensureBuilt();
const { DATA_SETS } = await import(pathToFileURL(join(dist, 'src', 'data-sets.js')).href);
const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
const reads = Object.entries(paths).flatMap(([path, operations]) =>
  Object.values(operations).flatMap(({ 'x-data-sets': taken }) =>
    taken === undefined ? [] : [{ path, taken }],
  ),
);

const sections = Object.values(DATA_SETS).map(({ name, title, key, flags }) => {
  const rows = reads
    .flatMap(({ path, taken }) =>
      Object.entries(ROLES).flatMap(([role, words]) => {
        const gives = taken[role]?.[name];
        return gives === undefined ? [] : [{ path, words, gives }];
      }),
    )
    .map(({ path, words, gives }) => `| \`${path}\` | ${words} | ${gives} |`);
  const table = ['| endpoint | | takes from it |', '|---|---|---|', ...rows];
  const answers =
    rows.length === 0 ? ['No endpoint but `/svc/record` and the rules of the market read it.'] : table;
  const doubts = Object.entries(flags).map(([flag, { detail }]) => `- \`${flag}\`: ${detail}`);
  return [
    `## \`${name}\`: ${title}`,
    '',
    `Key: ${key.join(', ')}.`,
    '',
    ...answers,
    '',
    `Flags of stored records (\`GET /svc/datasets/${name}/flagged\`, \`npm run doctor\`):`,
    '',
    ...doubts,
  ].join('\n');
});

writeFileSync(
  join(root, 'docs', 'guides', 'data-sets.md'),
  `# What each data set unlocks

Load what you have, then what the endpoints that you want still lack. *needed*: the endpoint returns nothing without it;
*this or another*: nothing without one of several; *adds*: without it, fields are null or lists are shorter. \`GET /svc/datasets\`
says the same together with what is stored, and an empty response names what it lacks in \`meta.notices\`. Written by
\`npm run guide\` from what the endpoints declare. With bars alone: [which endpoints respond, and what the others
need](bars-only.md).

${sections.join('\n\n')}
`,
);

/** Data that is there before anything is imported, see docs/adr/0012-shipped-data.md, and the bars. */
const AT_HAND = new Set([
  ...['quote', 'settlement', 'settlement_cycle', 'market_index', 'market_band', 'market_tick', 'market_lot'],
  ...['country', 'mic', 'currency', 'asset_class', 'account', 'statement_template'],
]);
const BARS_ONLY = join(root, 'docs', 'guides', 'bars-only.md');
const [BEGIN, END] = ['<!-- reads -->', '<!-- /reads -->'];

const judged = reads.map(({ path, taken }) => ({
  path: `\`${path}\``,
  lacks: lackingOf(taken),
  more: namesOf(Object.keys(taken.adds).filter((name) => !AT_HAND.has(name))),
}));
const written = [
  ...tableOf(
    'Answers',
    'more with',
    judged.filter(({ lacks }) => lacks === '').map(({ path, more }) => [path, more]),
  ),
  '',
  ...tableOf(
    'Says what to load',
    'load',
    judged.filter(({ lacks }) => lacks !== '').map(({ path, lacks }) => [path, lacks]),
  ),
].join('\n');
const before = readFileSync(BARS_ONLY, 'utf8');
writeFileSync(
  BARS_ONLY,
  before.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => `${BEGIN}\n${written}\n${END}`),
);

/** Data sets that a read lacks with bars alone; empty if it answers. */
function lackingOf({ needs, needs_one_of: oneOf }) {
  const all = Object.keys(needs).filter((name) => !AT_HAND.has(name));
  const some = Object.keys(oneOf);
  const levels = /^levels/.test(needs.quote) ? ['levels of the index, as `quote` under its code'] : [];
  const others = some.some((name) => AT_HAND.has(name)) || some.length === 0 ? [] : [namesOf(some, ' or ')];
  return [...levels, ...(all.length > 0 ? [namesOf(all)] : []), ...others].join('; ');
}

function namesOf(names, between = ', ') {
  return names.map((name) => `\`${name}\``).join(between);
}

function tableOf(title, heading, rows) {
  return [
    `## ${title}`,
    '',
    `| endpoint | ${heading} |`,
    '|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ];
}
