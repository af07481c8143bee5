import type { Parameter, Schema } from './document.js';

/** Values of a query or path parameter that its schema does not allow, percent-encoded where needed. */
export function invalidTexts(schema: Schema): string[] {
  const admitted = new Set([
    ...(schema.minLength === 0 ? ['', '%20'] : []),
    ...(schema.enum?.includes('') ? [''] : []),
    ...(Number(schema.minimum) < 0 ? ['-1'] : []),
  ]);
  return candidates(schema)
    .filter((text) => !admitted.has(text))
    .map((text) => text.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent));
}

function candidates(schema: Schema): string[] {
  const general = [
    '',
    '%00',
    'a%00b',
    '%ED%A0%80%00',
    'x'.repeat(8_000),
    ...SQL.map(encodeURIComponent),
    '%7F',
    '%1B%5B',
  ];
  if (schema.type === 'integer') {
    return [
      ...general,
      'abc',
      '1.5',
      '1e3',
      '-1',
      '0x10',
      'NaN',
      'Infinity',
      '1e999',
      'null',
      'true',
      '%20',
      '1%20',
      '+1',
      '١',
      '99999999999999999999',
      '9'.repeat(400),
      '[1]',
      '{}',
      ...(schema.minimum === 1 ? ['0', '-0'] : []),
    ];
  }
  if (schema.type === 'number')
    return [...general, 'abc', 'NaN', 'Infinity', '1e999', '1,5', '0x10', '%20', '--1'];
  if (schema.type === 'boolean') return [...general, 'yes', '1', '0', 'null', '%20true', 'truefalse'];
  if (schema.enum !== undefined)
    return [
      ...general,
      'nothing',
      'null',
      '__proto__',
      'constructor',
      `${schema.enum[0]}x`,
      `%20${schema.enum[0]}`,
      schema.enum.join(','),
    ];
  if (schema.format === 'uuid')
    return [
      ...general,
      'abc',
      '0',
      'null',
      '0b7e4c1e9a494c439d531f9c5c1d2a10',
      '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a1',
      'g0000000-0000-4000-8000-000000000000',
      '%7B00000000-0000-4000-8000-000000000000%7D',
    ];
  if (isDate(schema)) return [...general, ...BAD_DATES];
  if (schema.pattern !== undefined) {
    const pattern = new RegExp(schema.pattern);
    const texts = [
      ...general,
      'a',
      'abc',
      'A',
      'AB',
      'A B',
      'ĐHG',
      'ABC\n',
      'A'.repeat(101),
      '%EF%BC%A1%EF%BC%A2%EF%BC%A3',
      '../..',
      'VN ',
      '-',
      '*',
    ];
    return texts
      .map((text) => (text.includes('%') ? text : encodeURIComponent(text)))
      .filter((text) => !pattern.test(decoded(text)));
  }
  // Free text: only texts that are never allowed.
  const tooLong = 'x'.repeat(Math.min(schema.maxLength ?? 2_000, 12_000) + 1);
  return ['', '%00', 'a%00b', '%01', '%7F', '%1B%5B', '%20', tooLong];
}

/** The percent-decoded text; the text itself if the encoding is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Texts that a careless service would run, reflect or choke on; valid in free text. */
export const HOSTILE_TEXTS = [
  '%ff%fe',
  '%C0%80',
  '%F0%9F%8E%86',
  '%252e%252e',
  '%zz',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%24%7Bjndi%3Aldap%3A%2F%2Fx%7D',
  '%5C',
  '%25',
  '%2B%2F%3D',
  '%27%22%60',
];

export const SQL = [
  "'; DROP TABLE quote; --",
  "' OR '1'='1",
  "VNM' UNION SELECT digest FROM api_token --",
  '$1',
  '$$; SELECT pg_sleep(10); $$',
  "current_setting('mds.p1')",
  "\\'; --",
  '"); DELETE FROM quote; --',
];

const BAD_DATES = [
  '20240230',
  '2024-02-30',
  '20230229',
  '20241301',
  '20240132',
  '20240100',
  '2024-1-1',
  '00000101',
  '99999999',
  '2024-01-31T00:00:00Z',
  'today',
  'infinity',
  '-infinity',
  'epoch',
  '0',
  '20240131 ',
  '2024-0131',
  '1e7',
  '10000-01-01',
  '２０２４０１３１',
].map(encodeURIComponent);

function isDate(schema: Schema): boolean {
  return schema.format === 'date' || schema.pattern === '^\\d{4}-?\\d{2}-?\\d{2}$';
}

/** JSON texts that a body field of this schema does not allow; required fields do not allow null either. */
export function invalidJson(schema: Schema, required: boolean): string[] {
  const general = [
    '[]',
    '{}',
    '[1]',
    '{"a":1}',
    '[null]',
    '1e999',
    '-1e999',
    '[[[[]]]]',
    ...(required ? ['null'] : []),
  ];
  const types = [schema.type].flat();
  // An open object allows any object.
  if (schema.additionalProperties === true)
    return [...general.filter((json) => !json.startsWith('{')), '5', '"x"'];
  if (types.includes('integer'))
    return [
      ...general,
      '"x"',
      '""',
      '-1',
      '1.5',
      'true',
      '"1e3"',
      '9223372036854775808',
      '-9223372036854775809',
      '123456789012345678901234567890',
      '" 1"',
      '"NaN"',
    ];
  if (types.includes('number'))
    return [...general, '"1"', '""', '-1', 'true', 'false', '"NaN"', '"Infinity"'];
  if (types.includes('boolean')) return [...general, '1', '"true"', '""'];
  const text = [
    ...general,
    '5',
    'true',
    '""',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udfff x"',
    '"\\u001b"',
    JSON.stringify('x'.repeat(65_536)),
    '12345678901234567890',
  ];
  if (schema.enum !== undefined) return [...text, '"nothing"', '"__proto__"', `"${schema.enum[0]} "`];
  if (isDate(schema)) return [...text, ...BAD_DATES.map((date) => JSON.stringify(decodeURIComponent(date)))];
  if (schema.pattern !== undefined || schema.format === 'uuid')
    return [...text, '"a"', '"A B"', '"abc\\n"', '"Ａ"', ...SQL.map((each) => JSON.stringify(each))];
  return text.filter((each) => each !== '""' || (schema.minLength ?? 1) > 0);
}

/** Names of no parameter or field, some of which exist on every JavaScript object. */
export const UNKNOWN_NAMES = [
  'colour',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '$where',
  "a' OR 1=1",
];

/** Whole bodies that no operation allows, with the status that they deserve. */
export const BAD_BODIES: readonly (readonly [string, string | Buffer, number])[] = [
  ['empty', '', 400],
  ['blank', '  \n ', 400],
  ['malformed: {', '{', 400],
  ['malformed: [1,]', '[1,]', 400],
  ["malformed: {'a':1}", "{'a':1}", 400],
  ['malformed: NaN', '[NaN]', 400],
  ['malformed: undefined', 'undefined', 400],
  ['malformed: two values', '{}{}', 400],
  ['malformed: unfinished string', '{"ticker":"VN', 400],
  ['malformed: raw control character', '{"ticker":"V\u0001"}', 400],
  ['malformed: NUL', '\u0000', 400],
  ['a number', '5', 400],
  ['a string', '"x"', 400],
  ['null', 'null', 400],
  ['20,000 levels of arrays', '['.repeat(20_000) + ']'.repeat(20_000), 400],
  ['20,000 levels of objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 400],
  [
    '20,000 levels that a later key hides',
    `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"a":1,"b":1234567890123456789}`,
    400,
  ],
  ['20,000 levels never closed', '['.repeat(20_000), 400],
  ['__proto__', '{"__proto__":{"polluted":true}}', 400],
  ['constructor', '{"constructor":{"prototype":{"polluted":true}}}', 400],
  ['nested __proto__', '{"a":{"__proto__":{"polluted":true}}}', 400],
  ['1e999', '{"a":1e999}', 400],
  ['3 MB', `{"a":"${'x'.repeat(3_000_000)}"}`, 413],
  ['2,000 empty objects', `{"a":[${Array(2_000).fill('{}').join(',')}]}`, 400],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
];

/** Deterministic numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** True for a parameter that is documented as free text. */
export function isFreeText({ schema }: Parameter): boolean {
  return (
    schema.type === 'string' &&
    schema.pattern === undefined &&
    schema.enum === undefined &&
    schema.format === undefined
  );
}
