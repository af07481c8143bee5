/**
 * Writes into docs/guides/console.md which page of the console shows the answers of which data endpoint, as its code asks
 * for them. Exit code 1 for an endpoint that no page asks for; with --check also for a document that says otherwise.
 * Usage: node scripts/console-endpoints.mjs [--check]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

/** Tags of operations that answer with data of the market; the others are writes, their queues and the service itself. */
const OF_DATA = new Set([
  'Trade',
  'Profile',
  'Index',
  'Performance',
  'Fundamental',
  'News',
  'Market analysis',
  'Trading',
  'Search',
  'Economics',
  'Reference',
]);
const GUIDE = join(root, 'docs/guides/console.md');
const [BEGIN, END] = ['<!-- endpoints -->', '<!-- /endpoints -->'];

const files = readdirSync(join(root, 'src/console/web'), { recursive: true })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    page: pageOf(name.replaceAll('\\', '/')),
    code: readFileSync(join(root, 'src/console/web', name), 'utf8'),
  }));
const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { tags }]) => tags.some((tag) => OF_DATA.has(tag)))
    .map(([method, { description = '' }]) => ({
      method: method.toUpperCase(),
      path,
      twin: twinOf(description),
    })),
);
const rows = endpoints.map(({ method, path, twin }) => {
  const own = pagesOf(path);
  const pages = own.length > 0 || twin === undefined ? own : pagesOf(twin);
  return { name: `${method} ${path}`, pages, twin: own.length > 0 ? undefined : twin };
});
const unused = rows.filter(({ pages }) => pages.length === 0).map(({ name }) => name);
if (unused.length > 0) {
  process.stderr.write(`No page of the console asks for:\n${unused.join('\n')}\n`);
  process.exit(1);
}

const table = [
  BEGIN,
  '| Endpoint | Page |',
  '|---|---|',
  ...rows.map(
    ({ name, pages, twin }) =>
      `| \`${name}\` | ${pages.join(', ')}${twin === undefined ? '' : ` (through \`${twin}\`, which is the same)`} |`,
  ),
  END,
].join('\n');
const guide = readFileSync(GUIDE, 'utf8');
const written = guide.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), table);
if (process.argv.includes('--check')) {
  if (written === guide) process.stdout.write(`${rows.length} data endpoints, each used by a page\n`);
  else {
    process.stderr.write('docs/guides/console.md is not current: node scripts/console-endpoints.mjs\n');
    process.exitCode = 1;
  }
} else writeFileSync(GUIDE, written);

/** The page that a file belongs to; what all pages share is the frame. */
function pageOf(name) {
  const [, page] = /^pages\/(\w+)/.exec(name) ?? [];
  return page ?? 'search of all pages';
}

/** The path that an operation says to be the same as. */
function twinOf(description) {
  return /The same as (\/[\w/-]+)/.exec(description)?.[1];
}

/** Pages whose code names a path as what it asks for; in angle brackets it is a type. */
function pagesOf(path) {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(?:\\{\\w+\\}|\\$\\{)');
  const pattern = new RegExp(`(?<!<)['"\`]${literal}${path.endsWith('}') ? '' : '[\'"`?]'}`);
  return [...new Set(files.filter(({ code }) => pattern.test(code)).map(({ page }) => page))].sort();
}
