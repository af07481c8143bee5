/**
 * Compiles the service and the console's browser code without checking their types, in seconds: a start should
 * not take longer than it must, and `npm run types` checks them. Renders the guide, bundles the programs.
 * Usage: node scripts/compile.mjs <folder>.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { root } from './build.mjs';
import { bundle } from './bundle.mjs';
import { writeGuide } from './guide/site.mjs';

const BROWSER = join(root, 'src/console/web');
/** As tests compile them (jest.config.js). */
const SERVICE = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'es6' },
  swcrc: false,
};
const PAGE = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } },
    preserveAllComments: false,
  },
  module: { type: 'es6' },
  swcrc: false,
};
/** Modules of packages that a browser loads, by the file below the console's vendor folder. */
const VENDORED = {
  preact: 'preact.js',
  'preact/hooks': 'hooks.js',
  '@preact/signals-core': 'signals-core.js',
  '@preact/signals': 'signals.js',
};

const [folder] = process.argv.slice(2);
const sources = ['src', 'demo']
  .flatMap((name) => readdirSync(join(root, name), { recursive: true }).map((file) => join(root, name, file)))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
await Promise.all([join(root, 'ormconfig.ts'), ...sources].map(compile));
for (const [name, file] of Object.entries(VENDORED)) vendor(name, file);
writeGuide(join(folder, 'src/console/guide'));
await bundle(folder);

async function compile(file) {
  const { code } = await transformFile(file, file.startsWith(BROWSER) ? PAGE : SERVICE);
  const target = join(folder, relative(root, file)).replace(/\.tsx?$/, '.js');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

/** Copies a module of a package, its imports of others led to their copies: browsers know no names of packages. */
function vendor(name, file) {
  const code = readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')
    .replace(/\b(from|import)"([^"./][^"]*)"/g, (_whole, word, other) => `${word}"./${vendored(other)}"`)
    .replace(/\/\/# sourceMappingURL=\S+\s*$/, '');
  const target = join(folder, relative(root, BROWSER), 'vendor', file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

function vendored(name) {
  if (name in VENDORED) return VENDORED[name];
  throw new Error(`${name} is imported by a vendored module, and is none of them`);
}
