import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { urlOf } from '../import/command.js';

const START = join(import.meta.dirname, '../../scripts/start.mjs');

describe('npm run token, beside a running service', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(async () => {
    await service.close();
  });

  const token = async (...line: string[]) => {
    const env = { ...process.env, DATABASE_URL: urlOf(service.address) };
    return (await promisify(execFile)(process.execPath, [START, 'cli/token', ...line], { env })).stdout;
  };
  const statusOf = async (secret: string) =>
    (await fetch(`${service.url}/quote?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })).status;

  it('create shows a token that works, list names it without its secret, revoke ends it', async () => {
    const line = [
      'create',
      '--principal',
      'reader@example.com',
      '--role',
      'reader',
      '--kind',
      'user',
      '--json',
    ];
    const made = JSON.parse(await token(...line)) as { id: string; token: string };
    expect(await statusOf(made.token)).toBe(200);
    const listed = await token('list');
    expect([listed.includes(made.id), listed.includes(made.token)]).toEqual([true, false]);
    await token('revoke', made.id);
    expect(await token('list')).toContain('revoked');
  });
});
