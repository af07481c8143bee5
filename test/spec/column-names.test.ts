import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Actor } from '../../src/auth/caller.js';
import { connectionSettings } from '../../src/database/connection/connection.js';
import type { StoredRecord } from '../../src/database/records/stored-record.js';
import { addRecordField, type RecordClass } from '../../src/http/fields/fields.js';
import { textOf } from '../../src/kinds/kinds.js';
import { type DataSetColumn, storedItem } from '../../src/modules/dataset/columns.js';
import type { DataSet } from '../../src/modules/dataset/data-set.js';
import { mergeStatements } from '../../src/modules/import/merge-statements.sql.js';
import { proposalText } from '../../src/modules/proposal/proposals.js';
import { proposingStatement } from '../../src/modules/proposal/staged-proposals.js';
import { judgeByFlags } from '../../src/modules/quality/flags-gate.sql.js';
import { bulkStatements } from '../../src/modules/record/bulk-statements.sql.js';
import { writeStatements } from '../../src/modules/record/write-statements.sql.js';
import { cloneDatabase } from '../app.js';

/** Names that a record of a meeting, an order or a notice may well have, and that the statements use as well. */
const NAMES = [
  ...['place', 'target', 'started', 'before', 'after', 'outcome', 'stored', 'version', 'proposal', 'item'],
  ...['record', 'action', 'pending', 'differs', 'symbol', 'status', 'rule', 'expected', 'resource', 'actor'],
];

const dataSet = dataSetOf(NAMES);
const NAME = 'someone@example.com';
const ACTOR: Actor = {
  name: NAME,
  caller: { id: 'a-token', kind: 'user', role: 'maker', principal: NAME },
  requestId: 'a-request',
};
const RECORD = Object.fromEntries(NAMES.map((name) => [name, 'x']));
const ID = '00000000-0000-4000-8000-000000000000';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(connectionSettings(await cloneDatabase()));
  await client.connect();
  // Planned for any values: EXPLAIN (GENERIC_PLAN) needs PostgreSQL 16.
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`
    CREATE TABLE meeting (
      ${NAMES.map((name) => `${name} text`).join(', ')}, UNIQUE (place, target),
      id uuid, revision int, created_at timestamptz, changed_at timestamptz, maker text)`);
  await client.query(mergeStatements(dataSet, { updates: true, isCluster: false }).stage);
});
afterAll(() => client?.end());

describe(`a data set whose columns are ${NAMES.slice(0, 4).join(', ')} …`, () => {
  const { withItem, outcomeOnly, remove } = writeStatements(dataSet, false);
  const bulk = bulkStatements(dataSet, false);
  const merge = (updates: boolean) => mergeStatements(dataSet, { updates, isCluster: false });
  const proposal = (intent: 'write' | 'delete' | 'move' | 'restore') =>
    proposalText({ dataSet, intent, policy: 'update', actor: ACTOR });
  const texts: Record<string, unknown> = {
    'is created': withItem.insert(RECORD, ACTOR),
    'is replaced': withItem.replace(RECORD, ACTOR),
    'is replaced in bulk': outcomeOnly.replace(RECORD, ACTOR),
    'is replaced if its version matches': withItem.replaceSeen(RECORD, ACTOR, ['*']),
    'is replaced by its identifier': withItem.replaceStored(ID, RECORD, ACTOR),
    'is moved': withItem.move(ID, RECORD, RECORD, ACTOR),
    'is restored': withItem.revive(ID, RECORD, ACTOR),
    'is deleted': remove(ID, ACTOR),
    'is created in bulk': bulk.insert([RECORD], [ID], ACTOR),
    'is found in bulk': bulk.find([RECORD]),
    'is imported': merge(false).insert,
    'is imported alone': merge(false).insertAlone,
    'is imported over existing records': merge(true).insert,
    'is compared': merge(true).compare,
    'is updated by an import': merge(true).update,
    'is deleted by an import': merge(true).remove,
    'is recorded for an import': merge(true).record,
    'is judged': judgeByFlags(dataSet, ['place']),
    'is proposed': proposal('write'),
    'is proposed to be deleted': proposal('delete'),
    'is proposed to be moved': proposal('move'),
    'is proposed to be restored': proposal('restore'),
    'is proposed by an import': proposingStatement(dataSet, { policy: 'update', removes: false }),
  };

  it.each(Object.entries(texts))('%s', async (_, statement) => {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
    const nulls = Array.from({ length: Math.max(...places) }, () => 'NULL');
    await client.query(`PREPARE statement AS ${text}`);
    const { rows } = await client.query(`EXPLAIN EXECUTE statement(${nulls.join(', ')})`);
    await client.query('DEALLOCATE statement');
    expect(rows.length).toBeGreaterThan(0);
  });
});

/** A data set of texts; the first two are its key. */
function dataSetOf(names: readonly string[]): DataSet {
  const entity = class {} as RecordClass<StoredRecord>;
  for (const [index, name] of names.entries()) {
    const column = { name, kind: textOf({ max: 20 }), description: name, optional: false };
    addRecordField(entity.prototype, { ...column, isKey: index < 2 } as DataSetColumn);
  }
  return {
    name: 'news',
    title: 'Meetings',
    table: 'meeting',
    entity,
    key: names.slice(0, 2),
    record: class {},
    defaults: {},
    path: '/svc/meeting',
    itemJson: storedItem(entity),
    flags: {},
  };
}
