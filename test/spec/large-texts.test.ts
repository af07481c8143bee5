import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { clientOfLargeTexts, LARGE_AS_BYTES } from '../../src/database/connection/large-texts.js';
import { startApp, type TestApp } from '../app.js';

/** A socket whose bytes arrive in pieces of `length`. */
const inPieces = (length: number) =>
  class extends Socket {
    override emit(event: string | symbol, ...values: unknown[]): boolean {
      const [bytes] = values;
      if (event !== 'data' || !Buffer.isBuffer(bytes)) return super.emit(event, ...values);
      for (let at = 0; at < bytes.length; at += length) super.emit('data', bytes.subarray(at, at + length));
      return true;
    }
  };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function connected(piece?: number): Promise<pg.Client> {
  const Pieces = piece === undefined ? Socket : inPieces(piece);
  const Client = clientOfLargeTexts();
  const client = new Client({
    ...connectionSettings(app.address),
    stream: () => new Pieces(),
    pipeline: true,
  } as pg.ClientConfig);
  await client.connect();
  return client;
}

/** Texts of 3 kB to 200 kB, around the bound from which they are bytes, with multi-byte letters. */
const LENGTHS = [3_000, 4_095, 4_096, 4_097, 70_000, 200_000];
const text = (length: number) => 'Sữa 牛奶 '.padEnd(length - 9, 'x');

/** A row with values of all kinds in addition to a text, and the row that pg makes of it. */
const rowOf = (length: number) => ({
  text: 'SELECT $1::int AS before, NULL::text AS nothing, $2::text AS value, decode(repeat($3::text, 5000), $4) AS bytes',
  values: [length, text(length), 'ab', 'hex'],
});

describe('rows with large texts', () => {
  it.each([undefined, 1, 3, 5, 4_099])('arrive complete in pieces of any size: %s bytes', async (piece) => {
    const client = await connected(piece);
    const plain = new pg.Client(connectionSettings(app.address));
    await plain.connect();
    try {
      const lengths = piece === undefined || piece > 5 ? LENGTHS : LENGTHS.slice(0, 4);
      // Pipelined on one connection, strings and bytes alternating, with small rows in between.
      const read = await Promise.all(
        lengths.flatMap((length) => [
          client.query(rowOf(length)),
          client.query('SELECT 1 AS one'),
          client.query({ ...rowOf(length), types: LARGE_AS_BYTES }),
        ]),
      );
      for (const [index, length] of lengths.entries()) {
        const expected = (await plain.query(rowOf(length))).rows;
        const [asText, smallRows, asBytes] = read.slice(index * 3).map(({ rows }) => rows);
        expect(asText).toEqual(expected);
        expect(smallRows).toEqual([{ one: 1 }]);
        expect(asBytes?.map((row) => ({ ...row, value: String(row.value) }))).toEqual(expected);
      }
      expect(
        Buffer.isBuffer((await client.query({ ...rowOf(8_000), types: LARGE_AS_BYTES })).rows[0].value),
      ).toBe(true);
    } finally {
      await client.end();
      await plain.end();
    }
  });

  it('many rows a statement arrive complete, and an error leaves the following statements intact', async () => {
    const client = await connected(1_000);
    try {
      const manyRows = client.query(`SELECT n, repeat('a', n * 1000) AS value FROM generate_series(1, 20) n`);
      const failure = client.query('SELECT 1 / 0').catch((error: unknown) => error);
      const after = client.query(`SELECT repeat('b', 10000) AS value`);
      const { rows } = await manyRows;
      expect(rows.map(({ value }) => value.length)).toEqual(rows.map(({ n }) => n * 1000));
      expect(await failure).toMatchObject({ code: '22012' });
      expect((await after).rows).toEqual([{ value: 'b'.repeat(10_000) }]);
    } finally {
      await client.end();
    }
  });
});
