import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { instant } from '../../database/sql.js';
import { countryKind, dateKind } from '../../http/kinds.js';
import { Conditions, decodeCursor, type ListSource } from '../../http/list.js';
import type { SettlementQuery } from './settlement.dto.js';
import { Settlement } from './settlement.entity.js';
import type { CalendarDay } from './vietnam-calendar.js';

/** Maker of the rows that ship with the service. */
export const SHIPPED = 'shipped';

/** SQL of the settlement table. */
@Injectable()
export class SettlementRepository {
  constructor(@InjectRepository(Settlement) private readonly days: Repository<Settlement>) {}

  /** Days with their settlement date, the second open day after each open one. */
  reference(query: SettlementQuery): ListSource {
    return listed(
      query,
      `SELECT r.country, r.date, r.timezone, r.name, r.status,
         CASE WHEN r.status = 'open' THEN (
           SELECT o.date FROM settlement o
           WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date
           ORDER BY o.date OFFSET 1 LIMIT 1) END AS settlement_date
       FROM settlement r`,
    );
  }

  /** Base metadata of stored days. */
  metadata(query: SettlementQuery): ListSource {
    return listed(
      query,
      `SELECT r.id, '/svc/settlement/' || r.id AS url, ${instant('r.changed_at')} AS timestamp,
         r.country, r.date, r.timezone, r.name, r.status
       FROM settlement r`,
    );
  }

  /**
   * Loads a shipped part of the calendar once: what is named in `shipped_data` is not loaded again, so that
   * neither an edit nor a deletion of an operator is undone. Returns the number of new rows.
   */
  async loadShipped(part: string, days: readonly CalendarDay[]): Promise<number> {
    return this.days.manager.transaction(async (manager) => {
      const loaded: unknown[] = await manager.query(
        'INSERT INTO shipped_data (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name',
        [part],
      );
      if (loaded.length === 0) return 0;
      const rows: unknown[] = await manager.query(
        `INSERT INTO settlement (country, date, timezone, name, status, maker)
         SELECT country, date, timezone, name, status, $2
         FROM jsonb_to_recordset($1::jsonb) AS day(country text, date date, timezone text, name text, status text)
         ON CONFLICT (country, date) DO NOTHING RETURNING 1`,
        [JSON.stringify(days), SHIPPED],
      );
      await manager.query(
        `INSERT INTO audit_event (resource, action, actor, after) VALUES ('settlement', 'loaded', $1, $2)`,
        [SHIPPED, JSON.stringify({ part, rows: rows.length })],
      );
      return rows.length;
    });
  }
}

function listed(query: SettlementQuery, select: string): ListSource {
  const conditions = new Conditions()
    .when(query.country, 'r.country = ?::text')
    .when(query.status, 'r.status = ?::text')
    .when(query.from_date, 'r.date >= ?::date')
    .when(query.to_date, 'r.date < ?::date + 1');
  const { where, values } = conditions.snapshot();
  const after = decodeCursor(query.cursor, [dateKind, countryKind]);
  if (after !== undefined) {
    const [date, country] = after;
    if (query.order === 'asc') conditions.add('(r.date, r.country) > (?::date, ?::text)', date, country);
    else
      conditions.add('r.date <= ?::date AND (r.date < ?::date OR r.country > ?::text)', date, date, country);
  }
  return {
    select: `${select}${conditions.where} ORDER BY r.date ${query.order === 'asc' ? '' : 'DESC'}, r.country`,
    values: conditions.values,
    count: { text: `SELECT count(*) AS total FROM settlement r${where}`, values },
    key: ['date', 'country'],
    query,
    unit: null,
  };
}
