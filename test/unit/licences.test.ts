import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = resolve('scripts/licences.mjs');

describe('npm run licences:check', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mds-licences-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Exit code and message for a lock of one package. */
  function check(locked: object): [number | null, string] {
    const packages = { '': { name: 'x' }, 'node_modules/y': { version: '1.0.0', ...locked } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
    return [status, stderr.trim()];
  }

  it('accepts the packages that are shipped now', () => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ packages are shipped; every licence is/),
    ]);
  });

  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND (ISC OR WTFPL)', 'GPL-2.0-only OR BSD-3-Clause'])(
    'accepts %s',
    (license) => {
      expect(check({ license })).toEqual([0, '']);
    },
  );

  it.each([
    'GPL-3.0-only',
    'MIT AND GPL-2.0-only',
    '(MIT OR ISC) AND AGPL-3.0-only',
    'UNLICENSED',
    'MIT ISC',
  ])('refuses %s, naming the package', (license) => {
    expect(check({ license })).toEqual([1, `node_modules/y 1.0.0: ${license}`]);
  });

  it('refuses a package that names no licence, and lets one pass that is not shipped', () => {
    expect(check({})).toEqual([1, 'node_modules/y 1.0.0: no licence is named']);
    expect(check({ license: 'GPL-3.0-only', dev: true })).toEqual([0, '']);
  });
});
