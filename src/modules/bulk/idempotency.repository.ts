import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Transaction } from '../../database/statement.js';

/** A request that a client may send again: its sender, its key, and the digest of its content. */
export interface IdempotentRequest {
  owner: string;
  key: string;
  digest: Buffer;
}

/** SHA-256 of the parts by which two requests count as the same. */
export function requestDigest(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** SQL of the moment before which keys have expired. */
const EXPIRY = `clock_timestamp() - interval '24 hours'`;
/** Most keys that one statement of the periodic removal deletes. */
const SWEEP = 1_000;

/** Removes at most this many expired keys, oldest first; those in use by a claim are left. */
const removeExpired = (most: number) => `
  DELETE FROM idempotency_key WHERE (owner, key) IN (
    SELECT owner, key FROM idempotency_key WHERE created_at < ${EXPIRY}
    ORDER BY created_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
  RETURNING 1 AS removed`;

/** Responses of idempotent requests, stored for 24 hours, in the same transaction as their writes. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims a key for this transaction; false when it is taken. Waits for a rival's open claim. Keys older than
   * 24 hours count as free, and a few of the oldest are dropped along the way.
   */
  async claim(transaction: Transaction, request: IdempotentRequest): Promise<boolean> {
    await transaction.query({
      text: removeExpired(10),
      values: [],
    });
    const rows = await transaction.query({
      text: `INSERT INTO idempotency_key AS k (owner, key, request_digest) VALUES ($1::text, $2::text, $3::bytea)
             ON CONFLICT (owner, key) DO UPDATE SET request_digest = $3::bytea, answer = NULL, created_at = clock_timestamp()
             WHERE k.created_at < ${EXPIRY} RETURNING 1 AS claimed`,
      values: [request.owner, request.key, request.digest],
    });
    return rows.length === 1;
  }

  /** Removes keys older than 24 hours, in small steps that no request waits for; returns how many. */
  async removeExpired(): Promise<number> {
    for (let count = 0; ; ) {
      const rows = await this.database.query({ text: removeExpired(SWEEP), values: [] });
      count += rows.length;
      if (rows.length < SWEEP) return count;
    }
  }

  /** Stores the response with the claim; both become durable in one commit. */
  async keep(transaction: Transaction, request: IdempotentRequest, answer: string): Promise<void> {
    await transaction.query({
      text: 'UPDATE idempotency_key SET answer = $3::text WHERE owner = $1::text AND key = $2::text',
      values: [request.owner, request.key, answer],
    });
  }

  /** The stored response of a key, and whether it answered the same request; undefined when there is none. */
  find(request: IdempotentRequest): Promise<{ answer: string; same: boolean } | undefined> {
    return this.database.queryOne({
      text: `SELECT answer, request_digest = $3::bytea AS same FROM idempotency_key
             WHERE owner = $1::text AND key = $2::text AND created_at >= ${EXPIRY}`,
      values: [request.owner, request.key, request.digest],
    });
  }
}
