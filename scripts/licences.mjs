/**
 * Fails when a package that the service ships has a licence that is not on the list below. Reads package-lock.json and
 * the installed packages, never the network. Usage: node scripts/licences.mjs [folder of package-lock.json].
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** SPDX identifiers of licences that only require an Apache-2.0 service to name them. */
const ACCEPTED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
]);
/** Packages whose manifest names no licence, and the licence that one of their files gives. */
const READ_ELSEWHERE = { pause: 'MIT' }; // Readme.md

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const shippedPackages = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
const rejected = shippedPackages
  .map(([path, locked]) => ({ path, version: locked.version, licence: licenceOf(path, locked) }))
  .filter(({ licence }) => !isAccepted(licence));

for (const { path, version, licence } of rejected) {
  process.stderr.write(`${path} ${version}: ${licence || 'no licence is named'}\n`);
}
if (rejected.length > 0) process.exitCode = 1;
else process.stdout.write(`${shippedPackages.length} packages are shipped; every licence is accepted\n`);

/** SPDX expression of a package: as installed, also in the old spelling; otherwise as recorded in the lock. */
function licenceOf(path, locked) {
  const file = join(root, path, 'package.json');
  const { license, licenses } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : locked;
  if (typeof license === 'string') return license;
  if (Array.isArray(licenses)) return licenses.map(({ type }) => type).join(' OR ');
  return READ_ELSEWHERE[path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] ?? '';
}

/** Whether one alternative of an expression requires accepted licences only; AND binds tighter than OR. */
function isAccepted(expression) {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  const one = () => {
    const word = words.shift();
    if (word !== '(') return ACCEPTED.has(word);
    const inner = any();
    words.shift(); // the closing bracket
    return inner;
  };
  const joined = (operator, part, join) => {
    let result = part();
    while (words[0] === operator) {
      words.shift();
      result = join(result, part());
    }
    return result;
  };
  const all = () => joined('AND', one, (left, right) => left && right);
  const any = () => joined('OR', all, (left, right) => left || right);
  return any() && words.length === 0;
}
