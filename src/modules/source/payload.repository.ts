import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Transaction } from '../../database/statement.js';
import type { RecordedPage } from './feed/payload-recorder.js';

/** Size of a part, bytes. */
const PART = 512 * 1024;
const MEGABYTE = 1_048_576;

/** A unit of a run to be replayed. */
export interface ReplayableUnit {
  number: number;
  values: object;
  /** whether it received anything, and whether that is still stored */
  received: boolean;
  is_stored: boolean;
}

/** The pages of a unit of work, as received. */
export interface ReceivedPayload {
  unit: number;
  pages: readonly RecordedPage[];
}

/** SQL for payloads of sources, stored for SOURCE_PAYLOAD_DAYS, at most SOURCE_PAYLOAD_MEGABYTES of them. */
@Injectable()
export class PayloadRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stores the pages of units of work, replacing those of earlier attempts. */
  async keep(run: string, payloads: readonly ReceivedPayload[]): Promise<void> {
    if (this.config.SOURCE_PAYLOAD_DAYS === 0) return;
    const all = await Promise.all(payloads.map((payload) => this.withSizes(payload)));
    const unitsWithPages = all.filter(({ pages }) => pages.length > 0);
    if (unitsWithPages.length === 0) return;
    const fitting = unitsWithPages.filter(({ size }) => size <= this.most);
    await this.database.transaction(async (transaction) => {
      const units = unitsWithPages.map(({ unit }) => unit);
      for (const table of ['source_payload', 'source_payload_part'])
        await transaction.query({
          text: `DELETE FROM ${table} WHERE run_id = $1::uuid AND unit = ANY ($2::int[])`,
          values: [run, units],
        });
      for (const { unit, pages } of fitting) await keepPages(transaction, run, unit, pages);
    });
  }

  private async withSizes({ unit, pages }: ReceivedPayload) {
    const all = await Promise.all(
      pages.map(async (page) => ({ ...page, stored: (await stat(page.path)).size })),
    );
    return { unit, pages: all, size: all.reduce((sum, { stored }) => sum + stored, 0) };
  }

  /** Yields the pages of a unit of work as received, one after the other; none if they are no longer stored. */
  async *pages(run: string, unit: number): AsyncGenerator<AsyncIterable<Buffer>> {
    const pages = await this.database.query<{ page: number }>({
      text: 'SELECT page FROM source_payload WHERE run_id = $1::uuid AND unit = $2::int ORDER BY page',
      values: [run, unit],
    });
    for (const { page } of pages) {
      const parts = Readable.from(this.parts(run, unit, page), { objectMode: false });
      const plain = createGunzip();
      parts.on('error', (error) => plain.destroy(error));
      yield parts.pipe(plain);
    }
  }

  /** The units of a run, and whether they can be replayed. */
  units(run: string): Promise<ReplayableUnit[]> {
    return this.database.query({
      text: `SELECT u.number, u."values", u.sha256 IS NOT NULL AS received,
               EXISTS (SELECT FROM source_payload p WHERE p.run_id = u.run_id AND p.unit = u.number) AS is_stored
             FROM source_unit u WHERE u.run_id = $1::uuid ORDER BY u.number`,
      values: [run],
    });
  }

  /** Deletes payloads that are too old, and the oldest ones beyond the size limit: of a unit all pages or none. */
  async prune(): Promise<void> {
    await this.database.query({
      text: `
        WITH aged AS (
          SELECT run_id, unit, min(received_at) AS received_at,
            sum(sum(stored_bytes)) OVER (ORDER BY min(received_at) DESC, run_id, unit) AS total
          FROM source_payload GROUP BY run_id, unit
        ), expired_page AS (
          DELETE FROM source_payload p USING aged a
          WHERE p.run_id = a.run_id AND p.unit = a.unit
            AND (a.total > $1::bigint OR a.received_at < clock_timestamp() - make_interval(days => $2::int))
          RETURNING p.run_id, p.unit, p.page
        )
        DELETE FROM source_payload_part c USING expired_page g
        WHERE c.run_id = g.run_id AND c.unit = g.unit AND c.page = g.page`,
      values: [this.most, this.config.SOURCE_PAYLOAD_DAYS],
    });
  }

  private async *parts(run: string, unit: number, page: number): AsyncGenerator<Buffer> {
    for (let part = 0; ; part++) {
      const row = await this.database.queryOne<{ content: Buffer }>({
        text: `SELECT content FROM source_payload_part
               WHERE run_id = $1::uuid AND unit = $2::int AND page = $3::int AND part = $4::int`,
        values: [run, unit, page, part],
      });
      if (row === undefined) return;
      yield row.content;
    }
  }

  private get most(): number {
    return this.config.SOURCE_PAYLOAD_MEGABYTES * MEGABYTE;
  }
}

async function keepPages(
  transaction: Transaction,
  run: string,
  unit: number,
  pages: readonly (RecordedPage & { stored: number })[],
): Promise<void> {
  for (const [page, { path, sha256, bytes, stored }] of pages.entries()) {
    await transaction.query({
      text: `INSERT INTO source_payload (run_id, unit, page, sha256, bytes, stored_bytes)
             VALUES ($1::uuid, $2::int, $3::int, $4::text, $5::bigint, $6::bigint)`,
      values: [run, unit, page, sha256, bytes, stored],
    });
    let part = 0;
    for await (const content of createReadStream(path, { highWaterMark: PART })) {
      await transaction.query({
        text: `INSERT INTO source_payload_part (run_id, unit, page, part, content)
               VALUES ($1::uuid, $2::int, $3::int, $4::int, $5::bytea)`,
        values: [run, unit, page, part++, content],
      });
    }
  }
}
