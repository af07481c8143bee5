import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { columnsFrom, haveSame, jsonFrom, momentAfter } from '../../database/sql.js';
import type { Statement, Transaction } from '../../database/statement.js';
import { columnsOf, type DataSet } from './data-set.js';

/** Maker of the rows that ship with the service. */
export const SHIPPED = 'shipped';

/** One part of the shipped data in one version. */
export interface ShippedPart {
  /** name recorded in `shipped_data`; another version has another name: `country 3f2a91c0` */
  name: string;
  dataSet: DataSet;
  /** the records by field names, requested only if the part is not loaded yet */
  records(): readonly object[] | Promise<readonly object[]>;
}

/** Loads the data that ships with the service, every part once. */
@Injectable()
export class ShippedData {
  constructor(private readonly database: Database) {}

  /**
   * Loads the parts that this database does not have yet, in one transaction; safe while another instance does
   * the same. An operator's edits, records and deletions are left as they are: see {@link merge}. Returns the
   * number of rows written.
   */
  async load(parts: readonly ShippedPart[]): Promise<number> {
    const rows = await this.database.query<{ name: string }>({
      text: 'SELECT name FROM shipped_data WHERE name = ANY ($1::text[])',
      values: [parts.map((part) => part.name)],
    });
    const names = new Set(rows.map((row) => row.name));
    const fresh = parts.filter((part) => !names.has(part.name));
    if (fresh.length === 0) return 0;
    // Read before the transaction begins: a slow machine would leave it idle for longer than it may be.
    const loads: [ShippedPart, Statement][] = [];
    for (const part of fresh) loads.push([part, merge(part.dataSet, await part.records())]);
    return this.database.transaction(async (transaction) => {
      let rows = 0;
      for (const [part, merged] of loads) rows += await loadPart(transaction, part, merged);
      return rows;
    });
  }
}

async function loadPart(transaction: Transaction, part: ShippedPart, merged: Statement): Promise<number> {
  const claim = await transaction.query({
    text: 'INSERT INTO shipped_data (name) VALUES ($1::text) ON CONFLICT DO NOTHING RETURNING name',
    values: [part.name],
  });
  if (claim.length === 0) return 0; // another instance loads them
  const [written] = await transaction.query<{ inserted: number; updated: number }>(merged);
  const { inserted = 0, updated = 0 } = written ?? {};
  await transaction.query({
    text: `INSERT INTO audit_event (resource, action, actor, after) VALUES ($1::text, 'loaded', $2::text, $3::jsonb)`,
    values: [part.dataSet.name, SHIPPED, JSON.stringify({ part: part.name, rows: inserted, updated })],
  });
  return inserted + updated;
}

/**
 * Inserts missing rows unless an operator deleted them, and replaces differing values in rows written only by an
 * earlier version of the shipped data: any other write sets its own maker.
 */
function merge(dataSet: DataSet, records: readonly object[]): Statement {
  const columns = columnsOf(dataSet);
  const names = columns.map((column) => column.name);
  const { table, key } = dataSet;
  const payload = names.filter((name) => !key.includes(name));
  return {
    text: `
      WITH s AS (
        SELECT * FROM jsonb_to_recordset($1::jsonb)
          AS s(${columns.map(({ name, kind }) => `${name} ${kind.sqlType}`).join(', ')})
      ), upd AS (
        UPDATE ${table} r SET ${payload.map((name) => `${name} = s.${name}`).join(', ')},
          revision = r.revision + 1, changed_at = ${momentAfter('r.changed_at')}
        FROM s WHERE ${haveSame('r', 's', key)} AND r.maker = '${SHIPPED}'
          AND (${columnsFrom('r', payload)}) IS DISTINCT FROM (${columnsFrom('s', payload)})
        RETURNING 1
      ), ins AS (
        INSERT INTO ${table} (${names.join(', ')}, maker)
        SELECT ${columnsFrom('s', names)}, '${SHIPPED}' FROM s
        WHERE NOT EXISTS (
          SELECT FROM audit_event a
          WHERE a.resource = '${dataSet.name}' AND a.action = 'deleted' AND a.record_key = ${jsonFrom('s', key)})
        ON CONFLICT DO NOTHING RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM ins) AS inserted, (SELECT count(*)::int FROM upd) AS updated`,
    values: [JSON.stringify(records.map((record) => ({ ...dataSet.defaults, ...record })))],
  };
}
