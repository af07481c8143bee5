import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { clientOfRecentStatements } from '../../src/database/connection/recent-statements.js';
import { cloneDatabase } from '../app.js';

/** Statements that a connection keeps prepared. */
const MOST = 64;

describe.each([true, false])('statements of a connection, pipelined: %s', (pipeline) => {
  let client: pg.Client;
  beforeAll(async () => {
    const settings = connectionSettings(await cloneDatabase());
    client = new (clientOfRecentStatements())({ ...settings, pipeline } as pg.ClientConfig);
    await client.connect();
  });
  afterAll(() => client.end());

  const read = async (number: number, name = `of_${number}`) =>
    (await client.query({ name, text: `SELECT ${number} + $1::int AS sum`, values: [1] })).rows[0].sum;
  const prepared = async () =>
    (await client.query('SELECT name, prepare_time::text FROM pg_prepared_statements')).rows;
  const numbers = Array.from({ length: 5 * MOST }, (_, index) => index);

  it('are those used last, however many were prepared, and all answer', async () => {
    for (let round = 0; round < 2; round++)
      expect(await Promise.all(numbers.map((number) => read(number)))).toEqual(
        numbers.map((number) => number + 1),
      );
    await read(1, 'next');
    const names = [...numbers.slice(1 - MOST).map((number) => `of_${number}`), 'next'];
    expect((await prepared()).map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('include one that is used again and again, prepared once', async () => {
    await read(1, 'often');
    const before = (await prepared()).find(({ name }) => name === 'often');
    for (const number of numbers) await Promise.all([read(number), read(1, 'often')]);
    expect((await prepared()).find(({ name }) => name === 'often')).toEqual(before);
  });

  it('are closed in a failed transaction, too', async () => {
    await client.query('BEGIN');
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    await expect(read(1, 'refused')).rejects.toThrow('current transaction is aborted');
    await client.query('ROLLBACK');
    expect(await Promise.all(numbers.map((number) => read(number)))).toHaveLength(numbers.length);
    expect(await read(1, 'refused')).toBe(2);
    expect(await prepared()).toHaveLength(MOST);
  });
});
