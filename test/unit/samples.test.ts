import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { samplesOf } from '../../src/console/web/samples.js';

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  schema?: { example?: unknown };
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: object;
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};
const TYPES = 'node_modules/.cache';

const QUOTES = {
  method: 'GET',
  path: '/detail/{ticker}',
  parameters: [
    { in: 'path', name: 'ticker', value: 'ZDA' },
    { in: 'query', name: 'date', value: '20250630' },
    { in: 'query', name: 'limit', value: 3 },
    { in: 'query', name: 'order', value: '' },
  ],
  body: undefined,
  origin: 'http://127.0.0.1:3000',
};

describe('code samples of the interactive documentation', () => {
  mkdirSync(TYPES, { recursive: true });
  const folder = mkdtempSync(join(TYPES, 'samples-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('a read has the parameters that are filled in, and no others', () => {
    const [curl, typescript, python] = samplesOf(QUOTES).map(({ code }) => code);
    expect(curl).toBe(
      'curl -H "Authorization: Bearer $TOKEN" \\\n  \'http://127.0.0.1:3000/detail/ZDA?date=20250630&limit=3\'',
    );
    expect(typescript).toContain(
      "await client.GET('/detail/{ticker}', {\n  params: { path: { ticker: 'ZDA' }, query: { date: '20250630', limit: 3 } },\n});",
    );
    expect(python).toContain("requests.get(\n    'http://127.0.0.1:3000/detail/ZDA',");
    expect(python).toContain('params={"date": "20250630", "limit": 3}');
  });

  it('a write has its body, in the syntax of each language, whatever quotes are in it', () => {
    const body = JSON.stringify({ ticker: "O'N", is: true, note: null });
    const call = { ...QUOTES, method: 'POST', path: '/svc/quote', parameters: [], body };
    const [curl, typescript, python] = samplesOf(call).map(({ code }) => code);
    expect(curl).toContain('-X POST');
    expect(curl).toContain(`-d '{"ticker":"O'\\''N","is":true,"note":null}'`);
    expect(typescript).toContain("{ ticker: 'O\\'N', is: true, note: null }");
    expect(python).toContain(`json={"ticker": "O'N", "is": True, "note": None}`);
  });

  it('values are texts on the page: a number, a switch and a key have the type of the document', () => {
    const call = {
      ...QUOTES,
      path: '/svc/record/{resource}',
      parameters: [
        { in: 'path', name: 'resource', value: 'security', type: 'string' },
        { in: 'query', name: 'key', value: '{"ticker":"VNM"}', type: 'object' },
        { in: 'query', name: 'limit', value: '3', type: 'integer' },
        { in: 'query', name: 'total', value: 'true', type: 'boolean' },
        { in: 'query', name: 'code', value: '3020', type: 'string' },
      ],
    };
    const [curl, typescript, python] = samplesOf(call).map(({ code }) => code);
    expect(curl).toContain("/svc/record/security?ticker=VNM&limit=3&total=true&code=3020'");
    expect(typescript?.replaceAll(/\s+/g, ' ')).toContain(
      "query: { key: { ticker: 'VNM' }, limit: 3, total: true, code: '3020' }",
    );
    expect(python).toContain('params={"ticker": "VNM", "limit": 3, "total": "true", "code": "3020"}');
  });

  it('a response that is not JSON is read as text by the client', () => {
    const typescriptOf = (call: Parameters<typeof samplesOf>[0]) => samplesOf(call)[1]?.code;
    const csv = { ...QUOTES, parameters: [{ in: 'query', name: 'format', value: 'csv', type: 'string' }] };
    expect(typescriptOf(csv)).toContain("parseAs: 'text'");
    expect(typescriptOf({ ...QUOTES, path: '/metrics', parameters: [], isText: true })).toContain(
      "client.GET('/metrics', { parseAs: 'text' })",
    );
    expect(typescriptOf(QUOTES)).not.toContain('parseAs');
  });

  it('a shell passes the arguments of the curl sample on exactly', () => {
    const call = {
      ...QUOTES,
      method: 'POST',
      path: '/svc/quote',
      parameters: [],
      body: `{"note":"it's $HOME"}`,
    };
    const [curl] = samplesOf(call);
    const output = execFileSync(
      'sh',
      ['-c', `curl() { for part; do printf '%s\\n' "$part"; done; }\n${curl?.code}`],
      {
        env: { TOKEN: 'mds_x' },
        encoding: 'utf8',
      },
    );
    expect(output.trim().split('\n')).toEqual([
      '-X',
      'POST',
      '-H',
      'Authorization: Bearer mds_x',
      '-H',
      'Content-Type: application/json',
      'http://127.0.0.1:3000/svc/quote',
      '-d',
      `{"note":"it's $HOME"}`,
    ]);
  });

  it('the TypeScript of every operation without a body calls the typed client as its types want it', () => {
    const blocks = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        // Bodies are generated by Swagger UI from the schemas, in the page.
        .filter(([, { requestBody }]) => requestBody === undefined)
        .map(([method, operation]) => {
          const code = samplesOf(callOf(path, method, operation)).find(
            ({ language }) => language === 'TypeScript',
          );
          return `async function ${operation.operationId}() {\n${code?.code.replace(/^import .*\n/, '')}\n}`;
        }),
    );
    expect(blocks.length).toBeGreaterThan(80);
    const file = join(folder, 'samples.ts');
    writeFileSync(
      file,
      `import { marketData } from '../../../client/index.js';\n${blocks.join('\n')}\nexport {};\n`,
    );
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    expect(typesOf(['node_modules/typescript-7/bin/tsc', ...options, '--types', 'node', file])).toBe('');
  });
});

/** The compiler's complaints. */
function typesOf(line: readonly string[]): string {
  try {
    return execFileSync(process.execPath, line, { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

/** A call with the examples of an operation's required parameters. */
function callOf(path: string, method: string, { parameters = [] }: Operation) {
  return {
    method: method.toUpperCase(),
    path,
    parameters: parameters
      .map((each) =>
        each.$ref === undefined ? each : document.components.parameters[each.$ref.split('/').at(-1) ?? ''],
      )
      .flatMap((each) =>
        each?.required === true ? [{ in: each.in, name: each.name, value: each.schema?.example }] : [],
      ),
    body: undefined,
    origin: 'http://127.0.0.1:3000',
  };
}
