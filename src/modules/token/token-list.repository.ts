import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { orderByMoment } from '../../database/lists/order.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { instant } from '../../database/sql.js';
import { instantKind, uuidKind } from '../../kinds/kinds.js';

/** Which tokens to list, and for whom. */
interface TokenRange extends PageRequest {
  state?: string;
  principal?: string;
  /** identifier of the token of the request */
  currentId: string;
}

/** SQL of the state of `t`. */
const STATE = `CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked'
  WHEN t.expires_at <= clock_timestamp() THEN 'expired' ELSE 'active' END`;

/** Everything about a token except its digest; $1 is the token of the request. */
const RECORD = `SELECT t.kind, t.role, t.principal, t.id, ${STATE} AS state, ${instant('t.created_at')} AS created_at,
  ${instant('t.expires_at')} AS expires_at, ${instant('t.last_used_at')} AS last_used_at,
  ${instant('t.revoked_at')} AS revoked_at, to_json(t.id = $1::uuid) AS current
  FROM api_token t`;

/** Tokens as they are listed. They are issued, verified and revoked in the layer below, `auth`. */
@Injectable()
export class TokenListRepository {
  constructor(private readonly database: Database) {}

  /** Tokens, newest first unless requested otherwise: (created_at descending, id). */
  list(query: TokenRange): List {
    const conditions = new Conditions([query.currentId])
      .when(query.state, `${STATE} = ?::text`)
      .when(query.principal, 't.principal = ?::text');
    const countConditions = new Conditions()
      .when(query.state, `${STATE} = ?::text`)
      .when(query.principal, 't.principal = ?::text');
    const order = orderByMoment(query, conditions, { sql: 't.created_at', kind: instantKind }, [
      { sql: 't.id', kind: uuidKind },
    ]);
    return new SqlList(this.database, {
      select: `${RECORD}${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: {
        text: `SELECT count(*) AS total FROM api_token t${countConditions.where}`,
        values: countConditions.values,
      },
      key: ['created_at', 'id'],
      query,
      unit: null,
    });
  }

  /** JSON text of one token. */
  async find(id: string, currentId: string): Promise<string | undefined> {
    const row = await this.database.readByKey<{ json: string }>({
      text: `SELECT row_to_json(line)::text AS json FROM (${RECORD} WHERE t.id = $2::uuid) line`,
      values: [currentId, id],
    });
    return row?.json;
  }
}
