/**
 * Writes a CycloneDX bill of materials of the packages installed here to run the service: to sbom.json, or to the named
 * file. `npm sbom --omit dev` alone leaves out packages that development tools need as well (rxjs, zod), so npm is
 * given a lock without the development packages. No network. Usage: node scripts/sbom.mjs [file].
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { devDependencies: _, ...manifest } = read('package.json');
const { packages, ...lock } = read('package-lock.json');
const shipped = Object.entries(packages).filter(
  ([path, { dev }]) => path !== '' && dev !== true && existsSync(join(root, path)),
);

const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  // The bill carries the name of the folder.
  const folder = join(temporary, manifest.name);
  mkdirSync(folder);
  const write = (file, value) => writeFileSync(join(folder, file), JSON.stringify(value));
  write('package.json', manifest);
  write('package-lock.json', { ...lock, packages: { '': manifest, ...Object.fromEntries(shipped) } });
  const npm = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { status, stdout } = spawnSync('npm', npm, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32', // npm is a script there
  });
  if (status !== 0) throw new Error('npm sbom failed');
  const file = process.argv[2] ?? join(root, 'sbom.json');
  // The same packages make the same bytes: without the timestamp and the random number of each run.
  const { serialNumber: __, ...bill } = JSON.parse(stdout);
  delete bill.metadata.timestamp;
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  process.stdout.write(`${file}: ${bill.components.length} packages\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
