import { readFileSync } from 'node:fs';

/** @param {string} path relative to this directory */
export const readHere = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/**
 * RFC 4180 without line breaks inside values.
 * @param {string} path relative to this directory
 * @returns {Record<string, string>[]} one object per line, keyed by the header
 */
export function readCsv(path) {
  const [header, ...rows] = readHere(path).trim().split('\n').map(splitLine);
  return rows.map((row, index) => {
    if (row.length !== header.length) throw new Error(`${path}:${index + 2}: ${row.length} values`);
    return Object.fromEntries(header.map((name, column) => [name, row[column]]));
  });
}

/** @param {string} line */
const splitLine = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );

/** One record a line, so that a changed fact is one changed line in review.
 * @param {object[]} records */
export const toJsonLines = (records) =>
  `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;

/** Plain code-unit order: the same on every machine, unlike a locale's collation.
 * @template T
 * @param {(record: T) => string} key
 * @returns {(a: T, b: T) => number} */
export const by = (key) => (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
