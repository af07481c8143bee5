import fc from 'fast-check';
import {
  type Document,
  exampleOf,
  type Operation,
  type Parameter,
  resolved,
  type Schema,
} from '../contract/document.js';
import { HOSTILE_TEXTS, invalidJson, invalidTexts, SQL, UNKNOWN_NAMES } from '../contract/hostile.js';

/** A request that a fuzzer made up. */
export interface Request {
  method: string;
  /** path and query, encoded as they are sent */
  url: string;
  body: string | undefined;
  headers: Record<string, string>;
}

/** Numbers at which arithmetic, types and databases change their minds. */
const EDGES = [
  '0',
  '-0',
  '1',
  '-1',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1e308',
  '-1e308',
  '1e309',
  '5e-324',
  '0.1',
  '1E5',
  '0x10',
  '00',
  '1_000',
  'NaN',
  'Infinity',
  'null',
  'true',
];
/** Days and instants at the ends of what calendars and formats hold, in one zone or the other. */
const TIMES = [
  '0001-01-01',
  '1900-01-01',
  '1900-01-01T00:00:00+14:00',
  '1969-12-31T23:59:59.999999Z',
  '2024-02-29T24:00:00Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59-12:00',
  '+010000-01-01T00:00:00Z',
];
const JSON_EDGES = EDGES.filter((text) => /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text));

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Text of any script, with the characters that break parsers, databases and terminals. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    ...SQL,
    ...UNKNOWN_NAMES,
    '\u0000',
    '\ud800',
    '\u202e',
    '\ufeff',
    '../../etc/passwd',
    '%',
    '%%',
    '$1',
    '{{7*7}}',
    '\r\nX-A: b',
  ),
  fc.nat(4_000).map((length) => 'x'.repeat(length)),
);

/** Text of a script of three bytes a character that does not compress, as long as a field may have it. */
const longText = (length: number) =>
  fc
    .array(fc.integer({ min: 0x4e00, max: 0x9fff }), { minLength: length, maxLength: length })
    .map((codes) => String.fromCharCode(...codes));

/** Positions that the service did not make, of every shape and with values of every kind. */
const cursor = fc
  .array(
    fc.oneof(
      fc.constantFrom(...TIMES, ...EDGES, 'VNM', 'year', '00000000-0000-0000-0000-000000000000'),
      fc.integer(),
      fc.constant(null),
      anyText,
    ),
    { maxLength: 6 },
  )
  .map((values) => Buffer.from(JSON.stringify(values)).toString('base64url'));

/** A value of a parameter as its schema has it, as its schema has it not, or as nothing should be; encoded. */
function parameterText(parameter: Parameter): fc.Arbitrary<string> {
  const { schema } = parameter;
  return fc.oneof(
    ...(parameter.name === 'cursor' ? [{ weight: 8, arbitrary: cursor }] : []),
    { weight: 1, arbitrary: fc.constantFrom(...TIMES.map(encoded)) },
    { weight: 4, arbitrary: fc.constant(encoded(exampleOf(parameter))) },
    { weight: 2, arbitrary: fc.constantFrom(...invalidTexts(schema)) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...EDGES.map(encoded)) },
    { weight: 2, arbitrary: anyText.map(encoded) },
    ...(schema.enum === undefined
      ? []
      : [{ weight: 3, arbitrary: fc.constantFrom(...schema.enum.map((each) => encoded(String(each)))) }]),
    ...(schema.type === 'integer'
      ? [{ weight: 2, arbitrary: fc.integer({ min: -5, max: 20_000 }).map(String) }]
      : []),
  );
}

/** JSON text of a value of a schema, now and then of another one. */
function jsonOf(document: Document, given: Schema, depth = 0): fc.Arbitrary<string> {
  const schema = resolved(document, given);
  const good = goodJson(document, schema, depth);
  return fc.oneof(
    { weight: 8, arbitrary: good },
    { weight: 1, arbitrary: fc.constantFrom(...invalidJson(schema, false)) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.constantFrom(...JSON_EDGES),
        anyText.map((text) => JSON.stringify(text)),
        fc.json({ maxDepth: 3 }),
      ),
    },
  );
}

function goodJson(document: Document, schema: Schema, depth: number): fc.Arbitrary<string> {
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) {
    const options = (schema.anyOf ?? schema.oneOf ?? []).map((each) => jsonOf(document, each, depth + 1));
    return fc.oneof(...options);
  }
  if (schema.type === 'array' && depth < 5) {
    return fc
      .array(jsonOf(document, schema.items ?? {}, depth + 1), { maxLength: 4 })
      .map((items) => `[${items.join(',')}]`);
  }
  if (schema.properties !== undefined && depth < 5) {
    const fields = Object.entries(schema.properties).map(([name, each]) =>
      fc.option(
        jsonOf(document, each, depth + 1).map((json) => `${JSON.stringify(name)}:${json}`),
        { nil: '', freq: schema.required?.includes(name) === true ? 12 : 2 },
      ),
    );
    const more = fc.option(fc.constantFrom(...UNKNOWN_NAMES.map((name) => `${JSON.stringify(name)}:1`)), {
      nil: '',
      freq: 1,
    });
    return fc.tuple(more, ...fields).map(
      (parts) =>
        `{${parts
          .filter((part) => part !== '')
          .reverse()
          .join(',')}}`,
    );
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map((each) => JSON.stringify(each)));
  const { maxLength } = schema;
  if (schema.type === 'string' && schema.pattern === undefined && maxLength !== undefined) {
    return fc.oneof(
      fc.constant(JSON.stringify(schema.example ?? 'x')),
      longText(Math.min(maxLength, 5_000)).map((text) => JSON.stringify(text)),
    );
  }
  if (schema.type === 'string' && /^\d{4}-\d{2}-\d{2}/.test(String(schema.example))) {
    return fc.constantFrom(...[schema.example, ...TIMES].map((each) => JSON.stringify(each)));
  }
  if (schema.example !== undefined) return fc.constant(JSON.stringify(schema.example));
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? 0, max: 1_000_000_000 }).map(String);
  if (schema.type === 'number') return fc.double({ min: 0, max: 1e9, noNaN: true }).map(String);
  return anyText.map((text) => JSON.stringify(text));
}

const headers = fc.dictionary(
  fc.constantFrom(
    'Accept',
    'If-None-Match',
    'If-Match',
    'Idempotency-Key',
    'X-Requested-By',
    'X-Request-Id',
    'Range',
    'Accept-Encoding',
    'Content-Type',
  ),
  fc.oneof(
    fc.constantFrom(
      '*/*',
      'application/json',
      'text/csv',
      'application/x-ndjson',
      'gzip',
      'W/"x"',
      '"',
      '*',
      'admin@localhost',
      'bytes=0-1',
      'application/json; charset=utf-16',
      '',
    ),
    fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength: 80,
    }),
  ),
  { maxKeys: 2 },
);

/** Requests of an operation: any of its parameters with any text, unknown ones beside, any body, any headers. */
export function requestsOf(document: Document, operation: Operation): fc.Arbitrary<Request> {
  const inPath = operation.parameters.filter((each) => each.in === 'path');
  const inQuery = operation.parameters.filter((each) => each.in === 'query');
  const path = fc
    .tuple(
      ...inPath.map((each) =>
        parameterText(each).map((text) => [each.name, text === '' ? '%20' : text] as const),
      ),
    )
    .map((values) => values.reduce((url, [name, text]) => url.replace(`{${name}}`, text), operation.path));
  const pairs = inQuery.map((each) =>
    fc.option(
      parameterText(each).map((text) => `${each.name}=${text}`),
      { nil: '', freq: each.required === true ? 12 : 1 },
    ),
  );
  const unknown = fc.option(
    anyText.map((name) => `${encoded(name)}=1`),
    { nil: '', freq: 1 },
  );
  const query = fc
    .tuple(fc.option(unknown, { nil: '', freq: 1 }), ...pairs)
    .map((parts) => parts.filter((part) => part !== '' && part !== null).join('&'));
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body: fc.Arbitrary<string | undefined> =
    schema === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 9, arbitrary: jsonOf(document, schema) },
          { weight: 1, arbitrary: fc.oneof(anyText, fc.json()) },
        );
  return fc
    .record({ path, query, body, headers })
    .map(({ path: at, query: asked, body: sent, headers: given }) => ({
      method: operation.method,
      url: asked === '' ? at : `${at}?${asked}`,
      body: sent,
      headers: given,
    }));
}
