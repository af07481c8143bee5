import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { eventNotice } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { versionSql } from '../../../database/records/stored-item.js';
import type { Transaction } from '../../../database/statement.js';
import type { DataSetName } from '../../../kinds/data-set-names.js';
import { columnsOf, type DataSet } from '../../dataset/data-set.js';

/** A proposal to be decided. */
export interface StoredProposal {
  id: string;
  resource: DataSetName;
  action: 'create' | 'replace' | 'delete' | 'move' | 'restore';
  status: string;
  record_key: Record<string, unknown>;
  record_id: string;
  /** JSON text of the proposed record; null for a deletion */
  record: string | null;
  /** version of the record that it was made against; null: there was none */
  base_version: string | null;
  maker: string;
}

/** The end of proposals. */
export interface Closing {
  ids: readonly string[];
  to: 'approved' | 'rejected' | 'withdrawn';
  reason: string | null;
  actor: Actor;
}

/** SQL of decisions about proposals. */
@Injectable()
export class ProposalRepository {
  constructor(private readonly database: Database) {}

  /** What a proposal is about, and its status; undefined: there is no such proposal. */
  find(
    id: string,
  ): Promise<Pick<StoredProposal, 'resource' | 'action' | 'record_id' | 'status'> | undefined> {
    return this.database.queryOne({
      text: 'SELECT p.resource, p.action, p.record_id, p.status FROM proposal p WHERE p.id = $1::uuid',
      values: [id],
    });
  }

  /** Whether the record of a proposal is still the one that it was made against. */
  async isCurrent(dataSet: DataSet, id: string): Promise<boolean> {
    const key = columnsOf(dataSet).filter(({ isKey }) => isKey);
    const same = key.map(({ name, kind }) => `r.${name} = (p.record_key ->> '${name}')::${kind.sqlType}`);
    const row = await this.database.queryOne<{ current: boolean }>({
      text: `SELECT p.base_version IS NOT DISTINCT FROM (
               SELECT ${versionSql('r')} FROM ${dataSet.table} r WHERE ${same.join(' AND ')}) AS current
             FROM proposal p WHERE p.id = $1::uuid`,
      values: [id],
    });
    return row?.current ?? false;
  }

  /** Whether there is a record with an identifier. */
  async isStored({ table }: DataSet, id: string): Promise<boolean> {
    const rows = await this.database.query({
      text: `SELECT r.id FROM ${table} r WHERE r.id = $1::uuid`,
      values: [id],
    });
    return rows.length > 0;
  }

  /** Locks proposals in the order of their identifiers. */
  lock(transaction: Transaction, ids: readonly string[]): Promise<StoredProposal[]> {
    return transaction.query<StoredProposal>({
      text: `SELECT p.id, p.resource, p.action, p.status, p.record_key, p.record_id, p.record::text AS record, p.base_version, p.maker
             FROM proposal p WHERE p.id = ANY ($1::uuid[]) ORDER BY p.id FOR UPDATE`,
      values: [ids],
    });
  }

  /** Ends proposals, with an audit event each. */
  async close(transaction: Transaction, { ids, to, reason, actor }: Closing): Promise<void> {
    await transaction.query({
      text: `
        WITH closed AS (
          UPDATE proposal p SET status = $2::text, decided_by = $3::text, decided_at = clock_timestamp(), reason = $4::text
          WHERE p.id = ANY ($1::uuid[]) AND p.status = 'pending' RETURNING p.*
        )
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)
        SELECT p.resource, 'proposal_' || p.status, p.record_id, p.record_key, p.decided_by, $5::text, p.before,
          jsonb_build_object('proposal', p.id, 'action', p.action, 'record', p.record, 'maker', p.maker, 'reason', p.reason)
        FROM closed p RETURNING ${eventNotice('audit_event', `'*'`)}`,
      values: [ids, to, actor.name, reason, actor.requestId],
    });
  }
}
