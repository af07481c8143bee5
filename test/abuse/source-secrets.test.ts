import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { backUp } from '../../src/operations/backup/backup.js';
import { cleanUp, temporaryFolder, until } from '../embedded/harness.js';
import { Client, json } from '../faults/client.js';
import { connect, emptyDatabase, Service, urlOf } from '../faults/harness.js';
import { figure } from '../figures.js';
import { SftpServer } from '../sftp-server.js';
import { Vendor } from '../vendor.js';

const SECRETS = {
  HEADER: 'h-2f0c4f1a6d9b',
  QUERY: 'q-7b1e0d5c3a48',
  CLIENT: 'c-91f0e2b4a6c8',
  WORD: 'w-5d3c1b9f7e20',
};
const TOKEN = 't-0a9b8c7d6e5f';

describe('secrets of sources', () => {
  let service: Service;
  let client: Client;
  let vendor: Vendor;
  let server: SftpServer;
  let output = '';
  const folder = temporaryFolder();
  beforeAll(async () => {
    server = await SftpServer.start();
    server.put('a.csv', 'Ticker,Date,Open,High,Low,Close,Volume\nSFT,2024-01-31,2,2,2,2,5\n');
    vendor = await Vendor.start(({ path, query, headers }) => {
      if (path === '/token') return { body: { access_token: TOKEN } };
      // A service that echoes the request in a message of every answer.
      return { status: path === '/fails' ? 500 : 200, body: { you_sent: [query, headers], data: [] } };
    });
    writeFileSync(join(folder, 'word'), SECRETS.WORD);
    service = Service.launch({
      DATABASE_URL: urlOf(await emptyDatabase()),
      DATA_DIR: folder,
      SOURCE_PRIVATE: 'allowed',
      LOG_LEVEL: 'trace',
      SOURCE_SECRET_HEADER: SECRETS.HEADER,
      SOURCE_SECRET_QUERY: SECRETS.QUERY,
      SOURCE_SECRET_CLIENT: SECRETS.CLIENT,
      SOURCE_SECRET_WORD_FILE: join(folder, 'word'),
      SOURCE_SECRET_PASSWORD: server.password,
      SOURCE_SECRET_KEY: server.key.private,
    });
    service.child.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });
    await service.ready();
    client = new Client(service.url);
  });
  afterAll(async () => {
    client?.close();
    await vendor?.stop();
    await cleanUp();
    await server?.stop();
  });

  it('are in no log, answer, error, table, backup or process list', async () => {
    const answers: string[] = [];
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await client.send(method, path, body, { Accept: 'application/json' });
      answers.push(`${JSON.stringify(answer.headers)}${answer.text}`);
      return answer;
    };
    const http = (path: string, auth: object) => ({
      request: { url: `${vendor.url}${path}` },
      rows: { format: 'json', at: '/data' },
      auth,
    });
    const oauth = { token_url: `${vendor.url}/token`, client_id: 'CLIENT', client_secret: 'WORD' };
    const ssh = { type: 'ssh', host_key: server.hostKey };
    const csv = { request: { url: server.url('*.csv') }, rows: { format: 'csv' } };
    const sources: Record<string, object> = {
      header: http('/data', { type: 'header', secret: 'HEADER' }),
      query: http('/data', { type: 'query', name: 'key', secret: 'QUERY' }),
      oauth2: http('/data', { type: 'oauth2', ...oauth }),
      token: http('/data', { type: 'token', ...oauth }),
      fails: http('/fails', { type: 'query', name: 'key', secret: 'QUERY' }),
      password: { ...csv, auth: { ...ssh, secret: 'PASSWORD' } },
      key: { ...csv, auth: { ...ssh, private_key: 'KEY' } },
      wrong: { ...csv, auth: { ...ssh, secret: 'HEADER' } },
    };
    for (const [name, source] of Object.entries(sources)) {
      const limits = { per_minute: 60_000, attempts: 1 };
      const declared = { data_set: 'quote', work: { each: 'once' }, limits, ...source };
      expect((await ask('PUT', `/svc/source/${name}`, declared)).status).toBe(201);
      const { id } = json(await ask('POST', `/svc/source/${name}/run`, {})) as { id: string };
      await until('the run ends', async () => {
        const run = json(await ask('GET', `/svc/source/${name}/run/${id}`)) as { ended_at: string | null };
        return run.ended_at ?? undefined;
      });
      await ask('GET', `/svc/source/${name}/run/${id}/unit`);
      await ask('POST', `/svc/source/${name}/run/${id}/replay`, {});
    }
    for (const path of [
      '/svc/source',
      '/svc/audit?limit=1000',
      '/svc/events?last_event_id=0',
      '/metrics',
      '/svc/quarantine',
    ])
      await ask('GET', path);

    const database = { url: service.environment.DATABASE_URL as string };
    const sql = await connect(database);
    const tables = await sql.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    let stored = '';
    for (const { name } of tables.rows) {
      const { rows } = await sql.query<{ text: string | null }>(
        `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`,
      );
      stored += rows[0]?.text ?? '';
    }
    const parts = await sql.query<{ content: Buffer }>('SELECT content FROM source_payload_part');
    expect(parts.rows.length).toBeGreaterThan(0);
    stored += parts.rows.map(({ content }) => gunzipSync(content).toString()).join('\n');
    const processes = spawnSync('ps', ['-eo', 'args', '-ww'], { encoding: 'utf8' }).stdout;
    expect(processes).toContain('scripts/start.mjs');

    const file = join(folder, 'backup.tar.gz');
    await backUp(database, file);
    const copied = gunzipSync(readFileSync(file)).toString('latin1');
    expect(copied).toContain('data/source_unit/');

    const secrets = [
      ...Object.values(SECRETS),
      TOKEN,
      server.password,
      server.key.private.split('\n')[2] as string,
    ];
    const places = {
      log: output,
      stderr: service.stderr,
      answers: answers.join('\n'),
      stored,
      processes,
      copied,
    };
    const hits = Object.entries(places).flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
    );
    expect(hits).toEqual([]);
    figure(
      'S5',
      'secrets of sources searched for in log at trace level, answers, tables, payloads, backup, process list',
      secrets.length,
      `${answers.length} answers, ${tables.rows.length} tables: 0 hits`,
    );
  });
});
