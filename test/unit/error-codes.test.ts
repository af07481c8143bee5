import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { codes as english } from '../../src/console/web/text/en/codes.js';
import { codes } from '../../src/console/web/text/vi/codes.js';
import { data } from '../../src/console/web/text/vi/data.js';
import { DATA_SETS } from '../../src/data-sets.js';
import { AUDIT_ACTIONS } from '../../src/modules/audit/audit.dto.js';
import { FAILURE_CLASSES } from '../../src/modules/event/webhook/delivery.js';
import { Z_1968, Z_1995 } from '../../src/modules/fundamental/health/altman.js';
import { piotroskiSignals } from '../../src/modules/fundamental/health/piotroski.js';
import { RATIOS } from '../../src/modules/fundamental/ratios/catalogue.js';
import { EVERY } from '../../src/modules/fundamental/ratios/ratio.js';
import { Items } from '../../src/modules/fundamental/statements/items.js';
import { rulesOf } from '../../src/modules/quality/quality-rules.js';
import { CATALOGUE } from '../../src/modules/technical-analysis/catalogue/catalogue.js';
import { RULES } from '../../src/modules/trading-desk/signal.js';

const CODES = readFileSync('docs/endpoints.md', 'utf8').split('## Codes of errors')[1] ?? '';
/** Codes as the sources write them: of errors, of problems, of what is wrong with a value, and of notices. */
const WRITTEN = [
  /\breadonly code(?:: string)? = '([a-z_]+)'/g,
  /\bproblem\(\s*\d{3},\s*'([a-z_]+)'/g,
  /\[\d{3}, '([a-z_]+)'[\],]/g,
  /\bNotPermitted\([^)]*?, '([a-z_]+)'/g,
  /\bInvalid\(\s*'([a-z_]+)'/g,
  /\bcode: '([a-z_]+)',\s*detail\b/g,
  /\bcomplaint\(\s*\w+, '([a-z_]+)'/g,
  /\brefus(?:al|e)\((?:\([^()]*\)|[^();])*?, '([a-z_]+)', /g,
];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'console' ? [] : sources(path);
    return path.endsWith('.ts') ? [readFileSync(path, 'utf8')] : [];
  });
}

describe('docs/endpoints.md', () => {
  it('has every code of a problem, of an error and of a notice', () => {
    const codes = new Set(
      sources('src').flatMap((text) =>
        WRITTEN.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code)),
      ),
    );
    expect(codes.size).toBeGreaterThan(70);
    expect([...codes].filter((code) => !CODES.includes(`\`${code}\``)).sort()).toEqual([]);
  });

  it.each([
    ['problems', /^\| \d{3}.*?\|(.*?)\|/gm],
    ['errors', /^- [^`]*(`.*(?:\n {2}.*)*)/gm],
    ['notices', /`meta\.notices\[\]\.code`: ([\s\S]*)/g],
  ] as const)('has no code of %s that the console does not say in Vietnamese', (kind, place) => {
    const documented = [...CODES.matchAll(place)].flatMap(([, part = '']) =>
      [...part.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code),
    );
    expect(documented.length).toBeGreaterThan(10);
    expect(Object.keys(codes[kind])).toEqual(expect.arrayContaining(documented));
    const isOther = (code: string) => !documented.includes(code) && !/^unknown_/.test(code);
    expect(Object.keys(codes[kind]).filter(isOther)).toEqual([]);
  });
});

describe('the console in Vietnamese', () => {
  it('has a name for each rule and flag, and for no other', () => {
    const names = Object.values(DATA_SETS).flatMap((dataSet) => [
      ...Object.keys(dataSet.flags),
      ...Object.keys(rulesOf(dataSet)),
    ]);
    expect(Object.keys(codes.doubts).sort()).toEqual([...new Set(names)].sort());
  });

  const nothing = new Items('ordinary');
  it.each([
    ['ratios', RATIOS.map(({ code }) => code)],
    [
      'piotroski',
      piotroskiSignals({ now: nothing, before: nothing, earlier: nothing }).map(({ code }) => code),
    ],
    ['altman', [Z_1968.name, Z_1995.name]],
    ['unscored', EVERY.filter((type) => type !== 'ordinary')],
    ['rules', RULES.map(({ name }) => name)],
    ['history', [...new Set<string>(Object.values(AUDIT_ACTIONS).flat())]],
    ['deliveries', FAILURE_CLASSES],
    ['indicators', CATALOGUE.map(({ code }) => code)],
    ['indicatorGroups', [...new Set(CATALOGUE.map(({ group }) => group))]],
    ['parameters', [...new Set(CATALOGUE.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]],
  ] as const)('explains each of the %s, and no other', (kind, names) => {
    expect(Object.keys(codes[kind]).sort()).toEqual([...names].sort());
  });

  it.each(['history', 'deliveries'] as const)('names the same %s as in English', (kind) => {
    expect(Object.keys(codes[kind])).toEqual(Object.keys(english[kind]));
  });

  it('has a title for each data set, and for no other', () => {
    expect(Object.keys(data.titles).sort()).toEqual(Object.keys(DATA_SETS).sort());
  });
});
