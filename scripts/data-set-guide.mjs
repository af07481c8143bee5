/**
 * Writes docs/guides/data-sets.md from what the reads declare of themselves (`x-data-sets` of openapi.json), so that
 * somebody with one data set knows what to load next.
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

Load what you have, then what the endpoints that you want are lacking. *needed*: the endpoint answers nothing without it;
*this or another*: nothing without one of several; *adds*: fields are null or lists shorter without. \`GET /svc/datasets\` says
the same with what is stored, and an empty answer names what it lacks in \`meta.notices\`. Written by
\`npm run guide\` from what the endpoints declare. With bars alone: [what answers, and what it asks for](bars-only.md).

${sections.join('\n\n')}
`,
);
