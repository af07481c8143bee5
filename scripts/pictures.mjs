/**
 * Retakes the pictures of docs/images with the browser tests (needs Chromium or Chrome). Usage: node
 * scripts/pictures.mjs
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build.mjs';

const { status } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'],
    ...['--config', 'jest.browser.config.js', 'test-browser/pictures.test.ts'],
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PICTURES: join(root, 'docs/images') } },
);
process.exitCode = status ?? 1;
