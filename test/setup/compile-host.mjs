import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFile } from '@swc/core';
import config from '../../jest.config.js';
import { dist, root } from '../../scripts/build.mjs';

const SOURCES = join(root, 'test/host');
const [, OPTIONS] = config.transform['^.+\\.ts$'];

/** Compiles the service host into the build; it runs the service in a plain process, outside Jest's own modules. */
export async function compileHost() {
  const target = join(dist, 'test/host');
  mkdirSync(target, { recursive: true });
  const files = readdirSync(SOURCES).filter((name) => name.endsWith('.ts'));
  await Promise.all(
    files.map(async (name) => {
      const { code } = await transformFile(join(SOURCES, name), { ...OPTIONS, swcrc: false });
      writeFileSync(join(target, name.replace(/\.ts$/, '.js')), code);
    }),
  );
}
