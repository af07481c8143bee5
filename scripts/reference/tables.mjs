import { by, readCsv } from './files.mjs';

/** @param {string} text */
const orNull = (text) => (text === '' ? null : text);

/** Starter set: the operator imports the official monthly file over it. Columns that it does not state are null. */
export const buildMics = () =>
  readCsv('tables/mics.csv')
    .map((row) => ({
      mic: row.mic,
      operating_mic: row.operating_mic,
      oprt_sgmt: row.oprt_sgmt,
      market_name: row.market_name,
      legal_entity_name: null,
      lei: null,
      market_category: orNull(row.market_category),
      acronym: orNull(row.acronym),
      country: row.country,
      city: orNull(row.city),
      website: orNull(row.website),
      status: row.status,
      creation_date: orNull(row.creation_date),
      last_update_date: orNull(row.last_update_date),
      last_validation_date: null,
      expiry_date: null,
      comments: null,
    }))
    .sort(by(({ mic }) => mic));

/** Category, class and subclass rows; the code is the path. In table order: a parent before its children. */
export function buildAssetClasses() {
  const rows = readCsv('tables/asset-classes.csv');
  /** @type {Map<string, string>} */
  const names = new Map();
  return rows.map(({ market_category, asset_class, asset_subclass, name, description }) => {
    const path = [market_category, asset_class, asset_subclass].filter(Boolean);
    const code = path.join('/');
    if (names.has(code)) throw new Error(`asset class twice: ${code}`);
    names.set(code, name);
    /** @param {number} depth */
    const nameAt = (depth) => {
      if (path.length < depth) return null;
      const ancestor = names.get(path.slice(0, depth).join('/'));
      if (!ancestor) throw new Error(`asset class without its parent: ${code}`);
      return ancestor;
    };
    return {
      code,
      market_category: nameAt(1),
      asset_class: nameAt(2),
      asset_subclass: nameAt(3),
      name,
      description,
    };
  });
}

/** The first digit of a code (Circular 200/2014 and 99/2025 agree on it). */
const TYPES = {
  1: 'asset',
  2: 'asset',
  3: 'liability',
  4: 'equity',
  5: 'revenue',
  6: 'production_and_business_cost',
  7: 'other_income',
  8: 'other_expense',
  9: 'result',
};

/** Circular 200 applies to fiscal years 2015 to 2025, Circular 99 to those that start in 2026 and later. */
const REGIMES = [
  { regime: 'TT200', file: 'tables/accounts-tt200.csv', valid_from: '2015-01-01', valid_to: '2025-12-31' },
  { regime: 'TT99', file: 'tables/accounts-tt99.csv', valid_from: '2026-01-01', valid_to: null },
];

export const buildAccounts = () =>
  REGIMES.flatMap(({ regime, file, valid_from, valid_to }) =>
    readCsv(file)
      .map(({ code, name, name_en }) => ({
        code,
        regime,
        parent_code: code.length > 3 ? code.slice(0, -1) : null,
        level: code.length - 2,
        type: TYPES[code[0]],
        name,
        name_en,
        valid_from,
        valid_to,
      }))
      .sort(by(({ code }) => code)),
  );
