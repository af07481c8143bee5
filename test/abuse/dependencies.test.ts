import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanUp, temporaryFolder, until } from '../embedded/harness.js';
import { PATIENCE } from '../faults/rounds.js';
import { figure } from '../figures.js';

const ROOT = realpathSync('.');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Licences that an Apache-2.0 service may ship or build with; an expression needs one of them. */
const LICENCES =
  /\b(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|CC-BY-3\.0|Unlicense|Python-2\.0|Unicode-3\.0|ODbL-1\.0|MPL-2\.0|PostgreSQL|WTFPL|Zlib)\b/;

/** Packages whose manifest names no licence, and where their licence was read instead. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  'node_modules/buildcheck': 'MIT, licenses',
  'node_modules/busboy': 'MIT, LICENSE',
  'node_modules/cpu-features': 'MIT, licenses',
  'node_modules/passport-http-bearer': 'MIT, LICENSE',
  'node_modules/passport-strategy': 'MIT, LICENSE',
  'node_modules/pause': 'MIT, Readme.md',
  'node_modules/ssh2': 'MIT, licenses',
  'node_modules/streamsearch': 'MIT, LICENSE',
  'node_modules/world-countries': 'ODbL-1.0, LICENSE',
};

describe('S17: dependencies', () => {
  afterEach(cleanUp);

  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    lockfileVersion: number;
    packages: Record<string, Locked>;
  };
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('the lock file has a digest for every package, and package.json pins its direct dependencies', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(packages.length).toBeGreaterThan(300);
    // The lock leaves addresses out: the configured registry serves packages that match the digests.
    const weak = packages.filter(
      ([, { resolved = 'https://', integrity = '', link }]) =>
        link !== true && !(resolved.startsWith('https://') && /^sha512-/.test(integrity)),
    );
    expect(weak.map(([path]) => path)).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(
      Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
    figure('S17', 'lock file', packages.length, 'every package with a SHA-512, direct dependencies pinned');
  });

  it('every licence is one that an Apache-2.0 service may use', () => {
    const others = packages
      .filter(([path, { license = '' }]) => !LICENCES.test(license) && READ_ELSEWHERE[path] === undefined)
      .map(([path, { license }]) => `${path}: ${license}`);
    expect(others).toEqual([]);
  });

  it('npm sbom makes a bill of materials', () => {
    const { status, stdout } = spawnSync(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'],
      {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    expect(status).toBe(0);
    const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string }[] };
    expect(bill.bomFormat).toBe('CycloneDX');
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['express', 'pg', 'typeorm']));
    figure('S17', 'npm sbom', 1, `CycloneDX with ${names.length} components`);
  });

  it('npm run sbom lists every package that is installed to run the service, and no development package', () => {
    const file = join(temporaryFolder(), 'sbom.json');
    execFileSync(process.execPath, ['scripts/sbom.mjs', file], { stdio: 'ignore' });
    const bill = JSON.parse(readFileSync(file, 'utf8')) as {
      metadata: { component: { name: string } };
      components: { 'bom-ref': string; hashes?: object[] }[];
    };
    const shipped = packages
      .filter(([path, { dev }]) => dev !== true && existsSync(path))
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
    expect(bill.metadata.component.name).toBe('market-data-service');
    expect(bill.components.map((each) => each['bom-ref']).sort()).toEqual([...new Set(shipped)].sort());
    expect(bill.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
    figure(
      'S17',
      'npm run sbom',
      1,
      `CycloneDX with ${bill.components.length} packages, each with its digest`,
    );
  });

  const full = process.env.FAULT_ROUNDS === 'full' ? it : it.skip;
  full(
    'a fresh copy is ready after npm ci --ignore-scripts and npm start',
    async () => {
      const folder = temporaryFolder();
      for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')) {
        cpSync(join(ROOT, file), join(folder, file));
      }
      execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: folder,
        stdio: 'ignore',
      });
      const { Service } = await import('../faults/harness.js');
      process.chdir(folder);
      try {
        const service = Service.launch({ DATA_DIR: join(folder, 'data') });
        await until('it is ready', () => / is ready at /.test(service.stderr) || service.hasEnded, 300_000);
        expect(service.stderr).toMatch(/ is ready at /);
        service.signal('SIGTERM');
        await service.ended();
      } finally {
        process.chdir(ROOT);
      }
      figure('S17', 'npm ci --ignore-scripts, then npm start', 1, 'ready');
    },
    PATIENCE,
  );
});
