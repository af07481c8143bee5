import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { orderByMoment } from '../../database/lists/order.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { instant } from '../../database/sql.js';
import { uuidKind } from '../../kinds/kinds.js';
import type { DataSet } from './data-set.js';
import { flaggedRows, flagNamesOf } from './flagged-rows.js';

/** Flagged records of one data set. */
interface FlaggedRange extends PageRequest {
  dataSet: DataSet;
  /** one of its flags; all when not given */
  flag?: string;
}

/** SQL of the stored records that keep the rules and are doubtful. */
@Injectable()
export class FlaggedRepository {
  constructor(private readonly database: Database) {}

  /** A record each with all of its flags that were asked for; the one that was created last first. */
  list({ dataSet, flag, ...query }: FlaggedRange): List {
    const rows = flaggedRows(dataSet, flag);
    const key = dataSet.key.map((column) => `f.${column}`).join(', ');
    const named = dataSet.key.map((column) => `'${column}', f.${column}`).join(', ');
    const conditions = new Conditions();
    const order = orderByMoment(query, conditions, { sql: 'f.id', kind: uuidKind });
    return new SqlList(this.database, {
      select: `
        SELECT f.id, '${dataSet.path}/' || f.id AS url, json_build_object(${named}) AS key,
          array_agg((${flagNamesOf(dataSet)})[f.place] ORDER BY f.place) AS flags, f.maker,
          ${instant('f.changed_at')} AS timestamp
        FROM (${rows}) f${conditions.where}
        GROUP BY f.id, ${key}, f.maker, f.changed_at ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(DISTINCT f.id) AS total FROM (${rows}) f`, values: [] },
      key: ['id'],
      query,
      unit: null,
    });
  }
}
