/** A call as composed in the interactive documentation. */
export interface Call {
  /** upper case */
  method: string;
  /** as in the API document: `/detail/{ticker}` */
  path: string;
  /** filled-in values, by place and name; of a page they are texts, whatever the type in the document is */
  parameters: readonly { in: string; name: string; value: unknown; type?: string | undefined }[];
  /** body of the request, as text; undefined for none */
  body: string | undefined;
  /** whether its response is text that is no JSON, such as metrics */
  isText?: boolean;
  /** address of the service */
  origin: string;
}

/** Code that makes a call. */
export interface Sample {
  language: string;
  code: string;
}

/** The call in curl, in TypeScript with the client of the folder `client`, and in Python with requests. */
export function samplesOf(call: Call): Sample[] {
  return [
    { language: 'curl', code: curl(call) },
    { language: 'TypeScript', code: typescript(call) },
    { language: 'Python', code: python(call) },
  ];
}

function curl(call: Call): string {
  const { method, body } = call;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`];
  for (const [name, value] of Object.entries(headersOf(call))) lines.push(`-H ${shell(`${name}: ${value}`)}`);
  const query = Object.entries(queryOf(call)).map(([name, value]) => [name, String(value)]);
  const search = readable(new URLSearchParams(query).toString());
  lines.push(shell(call.origin + pathOf(call) + (search === '' ? '' : `?${search}`)));
  if (body !== undefined) lines.push(`-d ${shell(body)}`);
  return lines.join(' \\\n  ');
}

function typescript(call: Call): string {
  const { method, path, body, origin } = call;
  const params = Object.fromEntries(
    ['path', 'query', 'header']
      .map((place) => [place, Object.fromEntries(valuesOf(call, place))] as const)
      .filter(([, values]) => Object.keys(values).length > 0),
  );
  const content = body === undefined ? undefined : parseBody(body);
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(content !== undefined && { body: content }),
    ...(isText(call) && { parseAs: 'text' }),
  };
  const optionsText = Object.keys(options).length === 0 ? '' : `, ${literal(options, TYPESCRIPT, '')}`;
  return [
    "import { marketData } from 'market-data-client';",
    '',
    `const client = marketData({ baseUrl: ${quote(origin)}, token: String(process.env.TOKEN) });`,
    `const { data, error } = await client.${method}(${quote(path)}${optionsText});`,
    'if (error) throw new Error(error.detail);',
    'console.log(data);',
  ].join('\n');
}

function python(call: Call): string {
  const { method, body, origin } = call;
  const query = queryOf(call);
  const headers = Object.entries(headersOf(call)).filter(([name]) => name !== 'Content-Type');
  const content = body === undefined ? undefined : parseBody(body);
  return [
    'import os',
    '',
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${quote(origin + pathOf(call))},`,
    ...(Object.keys(query).length === 0 ? [] : [`    params=${literal(query, PYTHON, '    ')},`]),
    ...(content === undefined ? [] : [`    json=${literal(content, PYTHON, '    ')},`]),
    `    headers={"Authorization": "Bearer " + os.environ["TOKEN"]${headers
      .map(([name, value]) => `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join('')}},`,
    ')',
    'answer.raise_for_status()',
    'print(answer.text)',
  ].join('\n');
}

/** Names and values of the parameters in a place that have a value. */
function valuesOf({ parameters }: Call, place: string): [string, unknown][] {
  return parameters
    .filter(
      (each) => each.in === place && each.value !== undefined && each.value !== null && each.value !== '',
    )
    .map((each) => [each.name, valueOfType(each)]);
}

/** A value as its type in the document: a page has texts for numbers, switches and objects too. */
function valueOfType({ value, type }: Call['parameters'][number]): unknown {
  if (typeof value !== 'string' || type === undefined) return value;
  const read = parseBody(value);
  return typeof read === (type === 'integer' ? 'number' : type) ? read : value;
}

/** Names and values of a query: an object appears as its members, as OpenAPI explodes it, and a switch in lower case. */
function queryOf(call: Call): Record<string, string | number> {
  const pairs = valuesOf(call, 'query').flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [[name, value] as const],
  );
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
}

/** Whether the response is no JSON: that of the operation, or in the format that is filled in. */
function isText(call: Call): boolean {
  const format = valuesOf(call, 'query').find(([name]) => name === 'format')?.[1];
  return call.isText === true || (format !== undefined && format !== 'json');
}

/** Headers other than the token. */
function headersOf(call: Call): Record<string, string> {
  return {
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...Object.fromEntries(valuesOf(call, 'header').map(([name, value]) => [name, String(value)])),
  };
}

function pathOf(call: Call): string {
  const values = new Map(valuesOf(call, 'path'));
  return call.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values.has(name) ? encodeURIComponent(String(values.get(name))) : whole,
  );
}

/** A body as a value; as text if it is not JSON yet because it is being typed. */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Unescapes characters without a meaning in a query: `indicator=rsi(14),macd(12,26,9)`. */
function readable(query: string): string {
  return query.replace(/%(28|29|2C|3A|2F)/g, (sign) => decodeURIComponent(sign));
}

/** A text in single quotes for a shell. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** How a language writes JSON values; member names are unquoted if `bare` matches. */
interface Language {
  words: Readonly<Record<string, string>>;
  bare: RegExp | null;
  quoted(text: string): string;
}

const TYPESCRIPT: Language = { words: {}, bare: /^[A-Za-z_]\w*$/, quoted: quote };
const PYTHON: Language = {
  words: { true: 'True', false: 'False', null: 'None' },
  bare: null,
  quoted: JSON.stringify,
};

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Maximum length of a value on one line. */
const LINE = 76;

function literal(value: unknown, language: Language, indent: string): string {
  if (typeof value === 'string') return language.quoted(value);
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value) ?? 'null';
    return language.words[text] ?? text;
  }
  const inner = `${indent}${language === PYTHON ? '    ' : '  '}`;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => literal(each, language, inner))
    : Object.entries(value).map(
        ([name, each]) =>
          `${language.bare?.test(name) ? name : language.quoted(name)}: ${literal(each, language, inner)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  const pad = isList || language === PYTHON ? '' : ' ';
  const line = members.length === 0 ? `${open}${close}` : `${open}${pad}${members.join(', ')}${pad}${close}`;
  if (line.length + indent.length <= LINE && !line.includes('\n')) return line;
  return `${open}\n${members.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`;
}
