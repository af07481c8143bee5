import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptTarget,
} from 'typescript';
import { fits } from '../../src/modules/source/feed/file-address.js';
import { figure } from '../figures.js';

const LENGTH = 64 * 1024;
/** Lengths of the texts, in order: an expression that explodes is noticed on one short enough to be finished with. */
const LENGTHS = [24, 1024, 8 * 1024, LENGTH];
/**
 * Longest that any expression may take on any of the texts, ms; the best of three, because the machine has other work.
 */
const LIMIT = 50;

interface SourceRegex {
  where: string;
  regex: RegExp;
}

/** Every literal of the sources, and the expressions that are built from constants at startup. */
function regexes(): SourceRegex[] {
  const expressions: SourceRegex[] = [];
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const source = createSourceFile(name, readFileSync(join('src', name), 'utf8'), ScriptTarget.Latest, true);
    const visit = (node: Node): void => {
      if (isRegularExpressionLiteral(node)) {
        const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        expressions.push({ where: `src/${name}:${line + 1}`, regex: new RegExp(pattern, flags) });
      }
      forEachChild(node, visit);
    };
    visit(source);
  }
  return expressions;
}

/**
 * Texts on which a backtracking expression explodes: one character, or a short piece, over and over, ending in
 * something that matches nowhere. The pieces come from the expression itself, so that its own repetitions are fed.
 */
function hostile({ source }: RegExp): string[] {
  const literal = source
    .replaceAll(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const pieces = new Set([
    'a',
    'A',
    '0',
    ' ',
    '\t',
    '\n',
    '"',
    '\\',
    '(',
    ')',
    ',',
    '.',
    '-',
    '%',
    '=',
    '/',
    ':',
    'a ',
    'a,',
    '0.',
    '""',
    '\\"',
    '(a',
    '1,',
    'é',
    ...literal,
    ...literal.map((each) => `${each} `),
  ]);
  const long = [...pieces].map((piece) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH));
  // Texts that begin as they should and then go on for ever.
  const beginnings = literal.flatMap((head) =>
    [' ', '0'].map((piece) => head + piece.repeat(LENGTH - head.length)),
  );
  return LENGTHS.flatMap((length) => [...long, ...beginnings].map((text) => `${text.slice(0, length)}!`));
}

const timeOf = (regex: RegExp, text: string) =>
  bestTimeOf(() => (regex.global ? text.replace(regex, '') : regex.test(text)));

function bestTimeOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && best > LIMIT / 2; run++) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

describe('S14: no regular expression explodes', () => {
  it(`every literal of src on hostile texts of 64 KB: under ${LIMIT} ms`, () => {
    const expressions = regexes();
    expect(expressions.length).toBeGreaterThan(60);
    const slow: string[] = [];
    let slowest = 0;
    let attempts = 0;
    for (const { where, regex } of expressions) {
      for (const text of hostile(regex)) {
        attempts += 1;
        const time = timeOf(regex, text);
        slowest = Math.max(slowest, time);
        if (time > LIMIT) {
          slow.push(
            `${where} ${regex}: ${time.toFixed(0)} ms on ${JSON.stringify(text.slice(0, 20))}…${JSON.stringify(text.slice(-2))}`,
          );
          break;
        }
      }
    }
    figure(
      'S14',
      `${expressions.length} regular expressions of src, 64 KB of hostile text`,
      attempts,
      `slowest ${slowest.toFixed(1)} ms`,
    );
    expect(slow).toEqual([]);
  });

  it('the check notices an expression that does', () => {
    expect(timeOf(/^(\w+\s?)*$/, `${'a'.repeat(24)}!`)).toBeGreaterThan(LIMIT);
  });

  it.each(['*_*_*.csv', '*.csv'])(`nor the pattern %s of file names: under ${LIMIT} ms`, (pattern) => {
    for (const length of LENGTHS) {
      for (const sign of ['_', 'a', '.csv'])
        expect(bestTimeOf(() => fits(pattern)(`${sign.repeat(length)}!`))).toBeLessThan(LIMIT);
    }
  });
});
