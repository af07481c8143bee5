/**
 * Builds the shipped reference data: `node scripts/reference/build.mjs` writes src/modules/reference/data/*.json,
 * `--check` only compares and exits with 1 on a difference. Same packages and same ICU, same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildCountries } from './countries.mjs';
import { buildCurrencies } from './currencies.mjs';
import { toJsonLines } from './files.mjs';
import { buildAccounts, buildAssetClasses, buildMics } from './tables.mjs';

/** Names in other languages and currency symbols come from Node's built-in ICU; another CLDR would rename some. */
const CLDR = '48';
if (process.versions.cldr?.split('.')[0] !== CLDR) {
  console.error(
    `Node ${process.version} has CLDR ${process.versions.cldr}; the data is built with CLDR ${CLDR}.`,
  );
  console.error('Use Node 20.20, or change CLDR here and review every changed name.');
  process.exit(1);
}

const OUTPUT = new URL('../../src/modules/reference/data/', import.meta.url);
const check = process.argv.includes('--check');

const sets = {
  'countries.json': buildCountries(),
  'currencies.json': buildCurrencies(),
  'mics.json': buildMics(),
  'asset-classes.json': buildAssetClasses(),
  'accounts.json': buildAccounts(),
};

mkdirSync(OUTPUT, { recursive: true });
for (const [name, records] of Object.entries(sets)) {
  const text = toJsonLines(records);
  const file = new URL(name, OUTPUT);
  if (!check) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} differs from a fresh build: run node scripts/reference/build.mjs`);
    process.exitCode = 1;
  }
  console.log(`${name}: ${records.length} records, ${Math.round(Buffer.byteLength(text) / 1024)} KiB`);
}
