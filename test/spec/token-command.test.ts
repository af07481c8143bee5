import { closeSync, openSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { runCommand, startCommand, urlOf } from '../commands.js';
import { until } from '../embedded/harness.js';

describe('npm run token, next to a running service', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(async () => {
    await service.close();
  });

  const token = async (...line: string[]) => {
    const { ended } = startCommand('token', line, { DATABASE_URL: urlOf(service.address) });
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    return stdout;
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
    const newToken = JSON.parse(await token(...line)) as { id: string; token: string };
    expect(await statusOf(newToken.token)).toBe(200);
    const listing = await token('list');
    expect([listing.includes(newToken.id), listing.includes(newToken.token)]).toEqual([true, false]);
    await token('revoke', newToken.id);
    expect(await token('list')).toContain('revoked');
    await until('the token is refused', async () => (await statusOf(newToken.token)) === 401);
  });

  it('list ends without a word when its reader has what it wanted; create says when its token could not be shown', async () => {
    const environment = { DATABASE_URL: urlOf(service.address) };
    const listing = startCommand('token', ['list'], environment);
    listing.child.stdout?.destroy();
    expect(await listing.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Database: .*\n$/) });
    const create = ['create', '--principal', 'reader@example.com', '--role', 'reader'];
    const full = openSync('/dev/full', 'w');
    const { child, ended } = startCommand('token', create, environment, full);
    closeSync(full);
    expect(child.stdout).toBe(null);
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/\nFailed: the output could not be written: ENOSPC.*\n$/),
    });
  });

  it.each([
    [
      'an issuer without a subject',
      ['--principal', 'a@example.com', '--issuer', 'https://login.example.com'],
    ],
    ['an issuer that none can be', ['--subject', '4711', '--issuer', 'login.example.com']],
  ])('grant refuses %s, which would be without effect', async (_, line) => {
    const environment = { DATABASE_URL: urlOf(service.address) };
    const { code, stderr } = await runCommand('token', ['grant', ...line, '--role', 'checker'], environment);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--issuer')]);
  });
});
