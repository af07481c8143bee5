/**
 * Compiles the service and the console's browser code without checking their types, in seconds: a start should
 * not take longer than it must, and `npm run types` checks them. Renders the guide, bundles the programs.
 * Usage: node scripts/compile.mjs <folder>.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { root } from './build.mjs';
import { bundle, bundleConsole } from './bundle.mjs';
import { writeGuide } from './guide/site.mjs';

const BROWSER = join(root, 'src/console/web');
/** Same settings as for tests (jest.config.js). */
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

const [folder] = process.argv.slice(2);
const sources = ['src', 'demo']
  .flatMap((name) => readdirSync(join(root, name), { recursive: true }).map((file) => join(root, name, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith(BROWSER));
await Promise.all([join(root, 'ormconfig.ts'), ...sources].map(compile));
await bundleConsole(BROWSER, join(folder, relative(root, BROWSER)));
writeGuide(join(folder, 'src/console/guide'));
await bundle(folder);

async function compile(file) {
  const { code } = await transformFile(file, SERVICE);
  const target = join(folder, relative(root, file)).replace(/\.ts$/, '.js');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
