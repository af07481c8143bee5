/**
 * Writes the tables of endpoints: into docs/endpoints.md every operation of openapi.json with its parameters and
 * required permission, into docs/guides/console.md which page of the console shows the answers of which data endpoint,
 * according to the requests in its code. Exit code 1 for an endpoint that no page requests; with --check also for a
 * document that is not current.
 * Usage: node scripts/endpoint-tables.mjs [--check]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

/** Tags of operations that answer with market data; the others are writes, their queues and the service itself. */
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
const [BEGIN, END] = ['<!-- endpoints -->', '<!-- /endpoints -->'];
/** Parameters shared by all lists, which the document of endpoints describes once. */
const OF_LISTS = new Set(['offset', 'limit', 'cursor', 'order', 'total', 'format', 'csv']);

const files = readdirSync(join(root, 'src/console/web'), { recursive: true })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    page: pageOf(name.replaceAll('\\', '/')),
    code: readFileSync(join(root, 'src/console/web', name), 'utf8'),
  }));
const { paths, components, tags } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
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
  process.stderr.write(`No page of the console requests:\n${unused.join('\n')}\n`);
  process.exit(1);
}

write(
  'docs/guides/console.md',
  tableOf(
    ['Endpoint', 'Page'],
    rows.map(({ name, pages, twin }) => [
      `\`${name}\``,
      `${pages.join(', ')}${twin === undefined ? '' : ` (through \`${twin}\`, which is the same)`}`,
    ]),
  ),
);
write('docs/endpoints.md', operationTables());

/** A table of the operations of each tag. */
function operationTables() {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  );
  return tags
    .map(({ name, description }) => {
      const ofTag = operations.filter((operation) => operation.tags[0] === name).map(rowOf);
      return `## ${name}\n\n${description}.\n\n${tableOf(['Method and path', 'What', 'Parameters', 'Permission'], ofTag)}`;
    })
    .join('\n\n');
}

function rowOf({ method, path, ...operation }) {
  const own = (operation.parameters ?? [])
    .map((parameter) => resolved(parameter))
    .filter(({ in: place, name }) => place === 'query' && !OF_LISTS.has(name))
    // An object is written as one parameter for each of its fields, none of which has its name.
    .map(({ name, schema }) => (schema.type === 'object' ? `each field of the ${name}` : `\`${name}\``));
  const { 'x-permission': permission = '*open*', 'x-principal-permission': ofPrincipal } = operation;
  return [
    `${method.toUpperCase()} \`${path}\``,
    operation.summary,
    own.join(', '),
    ofPrincipal === undefined ? permission : `${ofPrincipal} of the principal`,
  ];
}

function resolved(parameter) {
  return parameter.$ref === undefined ? parameter : components.parameters[parameter.$ref.split('/').at(-1)];
}

function tableOf(headings, lines) {
  return [headings, headings.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Writes generated text between the marks of a document, or reports that it is missing. */
function write(name, generated) {
  const file = join(root, name);
  const before = readFileSync(file, 'utf8');
  const after = before.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => `${BEGIN}\n${generated}\n${END}`);
  if (!process.argv.includes('--check')) writeFileSync(file, after);
  else if (after !== before) {
    process.stderr.write(`${name} is not current: npm run endpoints\n`);
    process.exitCode = 1;
  }
}

/** The page that a file belongs to; code shared by all pages is the frame. */
function pageOf(name) {
  const [, page] = /^pages\/(\w+)/.exec(name) ?? [];
  return page ?? 'search of all pages';
}

/** The path that an operation declares itself equivalent to. */
function twinOf(description) {
  return /The same as (\/[\w/-]+)/.exec(description)?.[1];
}

/** Pages whose code names a path as a request; in angle brackets it is a type. */
function pagesOf(path) {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(?:\\{\\w+\\}|\\$\\{)');
  const pattern = new RegExp(`(?<!<)['"\`]${literal}${path.endsWith('}') ? '' : '[\'"`?]'}`);
  return [...new Set(files.filter(({ code }) => pattern.test(code)).map(({ page }) => page))].sort();
}
