import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { withoutSecrets } from '../../src/log/log.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { type Document, documentOf, operationsOf, urlOf } from '../contract/document.js';
import { cleanUp, temporaryFolder, until } from '../embedded/harness.js';
import { Client } from '../faults/client.js';
import { connect, urlOf as databaseUrl, emptyDatabase, Service } from '../faults/harness.js';
import { figure } from '../figures.js';

const ADMIN = 'bootstrap-secret-that-nobody-may-read-1';

describe('S3, S5, S18: no credential anywhere but in the hands of its owner', () => {
  let control: TestApp;
  let service: Service;
  let client: Client;
  let document: Document;
  let issuer: Server;
  let jwt = '';
  let output = '';
  const secrets: string[] = [ADMIN];
  beforeAll(async () => {
    control = await startApp();
    document = await documentOf(control);
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' };
    issuer = createServer((request, response) => {
      const url = `http://127.0.0.1:${(issuer.address() as { port: number }).port}`;
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify(request.url === '/keys' ? { keys: [key] } : { issuer: url, jwks_uri: `${url}/keys` }),
      );
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(issuer.address() as { port: number }).port}`;
    jwt = await new SignJWT({ email: 'reader@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(url)
      .setAudience('market')
      .setSubject('someone')
      .setExpirationTime('1h')
      .sign(privateKey);
    service = Service.launch({
      DATABASE_URL: databaseUrl(await emptyDatabase()),
      DATA_DIR: temporaryFolder(),
      BOOTSTRAP_ADMIN_TOKEN: ADMIN,
      OIDC_ISSUER: url,
      OIDC_AUDIENCE: 'market',
      LOG_LEVEL: 'trace',
    });
    service.child.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });
    await service.ready();
    client = new Client(service.url, ADMIN);
  });
  afterAll(async () => {
    client?.close();
    issuer?.close();
    await control?.close();
    await cleanUp();
  });

  const database = () => connect({ url: service.environment.DATABASE_URL as string });

  it('every operation with good, wrong and misplaced credentials, at LOG_LEVEL=trace: 0 hits in log, metrics, errors', async () => {
    const wrong = 'mds_WRONGwrongWRONGwrongWRONGwrongWRONGwrong01';
    secrets.push(jwt, jwt.split('.')[2] as string, wrong, wrong.slice(4));
    const answers: string[] = [];
    const ids: string[] = [];
    const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
      const answer = await client.send(method, path, body, headers);
      answers.push(`${JSON.stringify(answer.headers)}${answer.text}`);
      ids.push(String(answer.headers['x-request-id']));
      return answer.status;
    };
    for (const operation of operationsOf(document)) {
      const url = urlOf(operation, { path: { id: '00000000-0000-4000-8000-000000000000' } });
      const body = operation.requestBody === undefined ? undefined : { nothing: true };
      await ask(operation.method, url, {}, body);
      await ask(operation.method, url, { Authorization: `Bearer ${wrong}` }, body);
      await ask(operation.method, url, { Authorization: `Bearer ${jwt}` }, body);
    }
    expect(await ask('GET', '/quote?limit=1', { Authorization: `Bearer ${jwt}` })).toBe(200);
    for (const misplaced of [
      `/quote?access_token=${ADMIN}`,
      `/quote?access%5Ftoken=${ADMIN}`,
      `/quote?ACCESS_TOKEN=${ADMIN}`,
      `/quote?token=${ADMIN}`,
      `/quote?api_key=${ADMIN}&limit=1`,
      `/quote?q=${wrong}`,
      `/quote?q=${jwt}`,
      `/nothing/${wrong}`,
    ]) {
      expect(await ask('GET', misplaced, {})).toBeGreaterThanOrEqual(400);
    }
    await ask('GET', '/quote', { Authorization: ADMIN });
    await ask('GET', '/quote', { Authorization: `Basic ${ADMIN}` });
    await ask('GET', '/quote', { Cookie: `token=${ADMIN}` });
    await ask('POST', '/svc/quote', { Authorization: `Bearer ${jwt}` }, aQuote());
    const metrics = (await client.get('/metrics')).text;
    expect(metrics).toContain('http_requests_total');

    const leaks = (where: string, text: string) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`);
    // Text that the client itself put into a path or a parameter may be returned to it, in `instance` only.
    const answerTexts = answers.map((answer) => answer.replaceAll(/"instance":"[^"]*"/g, ''));
    // The log arrives after the answers; the last line may be incomplete. Health checks are not logged.
    const healthChecks = operationsOf(document).filter(({ path }) => path.startsWith('/health')).length * 3;
    const lines = await until('every other request is logged', () => {
      const complete = output.split('\n').slice(0, -1);
      const logged = complete.join('\n');
      return ids.filter((id) => !logged.includes(id)).length <= healthChecks ? complete : undefined;
    });
    const hits = [
      ...leaks('log', output),
      ...leaks('stderr', service.stderr),
      ...leaks('metrics', metrics),
      ...answerTexts.flatMap((answer) => leaks('answer', answer)),
    ];
    expect(hits).toEqual([]);
    expect(lines.length).toBeGreaterThan(answers.length / 2);
    figure(
      'S5',
      'log at trace level, metrics and answers searched for five credentials',
      answers.length,
      `${lines.length} log lines, 0 hits`,
    );

    // S18: every request is logged under the identifier that its answer carried; health checks are not logged.
    expect(ids.filter((id) => !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
    const loggedIds = new Set(lines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id));
    expect(lines.filter((line) => !line.includes('"request_id":"'))).toEqual([]);
    const missing = ids.filter((id) => !loggedIds.has(id));
    expect(missing.length).toBe(healthChecks);
    figure(
      'S18',
      'answers and log lines',
      ids.length,
      `every answer has an identifier, ${lines.length} of ${lines.length} log lines too`,
    );
  });

  it('pg_stat_activity and the whole content of the database hold digests only', async () => {
    const sql = await database();
    const token = (await sql.query<{ count: number }>(`SELECT count(*)::int AS count FROM api_token`)).rows[0]
      ?.count;
    expect(token).toBeGreaterThan(0);
    const statements = await sql.query<{ all: string }>(
      `SELECT string_agg(query, E'\\n') AS all FROM pg_stat_activity`,
    );
    let dump = statements.rows[0]?.all ?? '';
    const tables = await sql.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await sql.query<{ text: string | null }>(
        `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`,
      );
      dump += rows[0]?.text ?? '';
    }
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
    // Nor in another spelling: bytea is shown as hexadecimal.
    expect(secrets.filter((secret) => dump.includes(Buffer.from(secret).toString('hex')))).toEqual([]);
    figure(
      'S3',
      'database searched for plain tokens',
      tables.rows.length,
      `${Math.round(dump.length / 1024)} kB of rows, 0 plain tokens`,
    );
  });

  it.each([
    ['/quote?ticker=VNM', '/quote?ticker=VNM'],
    ['/quote?access_token=abc&limit=1', '/quote?access_token=[removed]&limit=1'],
    ['/quote?access%5ftoken=abc', '/quote?access%5ftoken=[removed]'],
    ['/quote?%zz=1&token=abc', '/quote?%zz=1&token=[removed]'],
    [`/x/mds_${'a'.repeat(42)}/y?q=1`, '/x/[removed]/y?q=1'],
    ['/quote?q=eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', '/quote?q=[removed]'],
  ])('a URL is logged without its secrets: %s', (url, logged) => {
    expect(withoutSecrets(url)).toBe(logged);
  });

  it('S4: a token is found by its SHA-256 under a unique index: nothing compares caller input with a secret', async () => {
    const sql = await database();
    const { rows } = await sql.query<{ definition: string }>(
      `SELECT indexdef AS definition FROM pg_indexes WHERE tablename = 'api_token' AND indexdef LIKE '%UNIQUE%(digest)%'`,
    );
    expect(rows).toHaveLength(1);
    const widths = await sql.query<{ width: number }>(
      'SELECT DISTINCT length(digest) AS width FROM api_token',
    );
    expect(widths.rows).toEqual([{ width: 32 }]);
    figure(
      'S4',
      'review, and the index that finds tokens',
      1,
      'SHA-256 first, then one unique index; 0 comparisons of a secret',
    );
  });
});
