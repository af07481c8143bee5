import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '../../src/kinds/kinds.js';
import { startApp, type TestApp } from '../app.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';
import type { DataSetDescription } from '../host/tasks.js';

const DATA_SETS = await hostTask('dataSets');

/** Replacements for examples of fields that do not make a valid record together. */
const EXAMPLES: Readonly<Record<string, object>> = {
  corporate_action: { share_ratio: undefined, rights_ratio: undefined, rights_price: undefined },
};

/** JSON fields: the shape of a whole document is a matter of validation. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  'record',
  'bids',
  'asks',
  'tickers',
  'countries',
  'entities',
]);

describe('the database itself refuses', () => {
  let service: TestApp;
  let attempts = 0;
  let acceptances = 0;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(async () => {
    await service.close();
    figure(
      'I1',
      `INSERT of nonsense by SQL into ${DATA_SETS.length} data sets`,
      attempts,
      `${attempts - acceptances} refused by a constraint, ${acceptances} taken`,
    );
  });

  /** SQLSTATE of an INSERT of the stored record with other values; undefined if the database accepts it. */
  async function stateOf(table: string, values: object): Promise<string | undefined> {
    attempts++;
    try {
      await service.sql(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(r, $1)).* FROM ${table} r WHERE maker = 'probe' LIMIT 1`,
        [JSON.stringify(values)],
      );
      acceptances++;
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  }

  it.each(DATA_SETS.map((dataSet) => [dataSet.name, dataSet] as const))(
    '%s: every value that validation refuses',
    async (_, dataSet) => {
      await store(dataSet);
      const violations: string[] = [];
      for (const { name, schema, sqlType, optional } of dataSet.columns) {
        const isKey = dataSet.key.includes(name);
        for (const value of DOCUMENTS.has(name) ? [] : nonsense(schema, sqlType, { optional, isKey })) {
          const state = await stateOf(dataSet.table, { [name]: value });
          if (!isRefusal(state)) violations.push(`${name} = ${JSON.stringify(value)}: ${state}`);
        }
      }
      expect(violations).toEqual([]);
    },
  );

  it.each([
    ['quote', 'low above open', { low: 2, open: 1, high: 3, close: 2 }],
    ['quote', 'low above close', { low: 2, open: 2, high: 3, close: 1 }],
    ['quote', 'high below open', { low: 1, open: 3, high: 2, close: 2 }],
    ['quote', 'high below close', { low: 1, open: 2, high: 2, close: 3 }],
    [
      'quote',
      'an approval by nobody',
      { approval: 1, approval_by: null, approval_at: '2024-01-31T00:00:00Z' },
    ],
    ['quote', 'an approver of what is not approved', { approval: 0, approval_by: 'x@example.com' }],
    [
      'quote',
      'a state of approval that there is none',
      { approval: 3, approval_by: 'x', approval_at: 'now' },
    ],
    ['daily_statistic', 'a ceiling below the floor', { ceiling: 1, floor: 2 }],
    ['daily_statistic', 'a negative ceiling beside no floor', { ceiling: -1, floor: null }],
    ['daily_statistic', 'an endless floor beside no ceiling', { ceiling: null, floor: 'Infinity' }],
    ['index_constituent', 'an end before its beginning', { from_date: '2024-01-02', to_date: '2024-01-01' }],
    ['industry', 'an end before its beginning', { valid_from: '2024-01-02', valid_to: '2024-01-01' }],
    [
      'industry_membership',
      'an end before its beginning',
      { from_date: '2024-01-02', to_date: '2024-01-01' },
    ],
    ['account', 'an end before its beginning', { valid_from: '2024-01-02', valid_to: '2024-01-01' }],
    ['statement_item', 'a quarter of a whole year', { period: 'year', fiscal_quarter: 1 }],
    ['country', 'a code that its record does not have', { cca2: 'XX' }],
  ])('%s: %s', async (table, _, values) => {
    expect(isRefusal(await stateOf(table, values))).toBe(true);
  });

  it.each(DATA_SETS.map((dataSet) => [dataSet.name, dataSet] as const))(
    '%s: an existing key',
    async (_, { table }) => {
      expect(await stateOf(table, {})).toBe('23505');
    },
  );

  it.each(DATA_SETS.map((dataSet) => [dataSet.name, dataSet] as const))(
    '%s: no number at the bounds that validation gives it',
    async (name, { columns }) => {
      const record = {
        ...Object.fromEntries(columns.map((each) => [each.name, each.example])),
        ...EXAMPLES[name],
      };
      const items = columns.flatMap(({ name: field, schema: { type, minimum = 0, maximum } }) =>
        type === 'number' || type === 'integer'
          ? [minimum, ...(maximum === undefined ? [] : [maximum])].map((bound) => ({
              ...record,
              [field]: bound,
            }))
          : [],
      );
      if (items.length === 0) return;
      const path = `/svc/bulk/insert?resource=${name}&on_duplicate=update`;
      const { text } = await service.post(path, items).expect(207);
      expect(text).not.toContain('refused_by_database');
    },
  );

  it('a change or removal of an event of the audit log', async () => {
    for (const text of [
      "UPDATE audit_event SET actor = 'nobody'",
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
    ]) {
      attempts++;
      await expect(service.sql(text)).rejects.toThrow('append-only');
    }
  });

  /** Stores one record of a data set, built from its examples, by SQL. */
  async function store(dataSet: DataSetDescription): Promise<void> {
    const { table, name, columns } = dataSet;
    const values = Object.fromEntries(columns.map((column) => [column.name, column.example]));
    const [answer] = (
      await service.post(`/svc/bulk/insert?resource=${name}&on_duplicate=update`, [
        { ...values, ...EXAMPLES[name] },
      ])
    ).body.results;
    expect(answer).toMatchObject({ _operation_state: expect.stringMatching(/CREATED|UPDATED/) });
    await service.sql(`UPDATE ${table} SET maker = 'probe' WHERE id = $1`, [
      String(answer.value.url).split('/').at(-1),
    ]);
  }
});

/** A value out of range or malformed, or a violated rule of the table. */
function isRefusal(state: string | undefined): boolean {
  return state !== undefined && /^2[23]/.test(state) && state !== '23505';
}

/**
 * Values that a field may not hold, as JSON that PostgreSQL converts. The form of optional texts (addresses, units) is
 * a matter of validation.
 */
function nonsense(
  { type, format, minimum, maximum, enum: words, pattern }: Schema,
  sqlType: string,
  { optional, isKey }: { optional: boolean; isKey: boolean },
): unknown[] {
  if (sqlType === 'date' || sqlType === 'timestamptz') return ['infinity', '-infinity'];
  const below = minimum === undefined ? [] : [minimum - 1];
  const above = maximum === undefined ? [] : [maximum + 1];
  if (type === 'number') return ['NaN', 'Infinity', '-Infinity', ...below, ...above];
  if (type === 'integer')
    return format === 'int64' || maximum === 2_147_483_647 ? below : [...below, ...above];
  if (type !== 'string') return [];
  return [
    ...(words !== undefined || (isKey && pattern !== undefined) ? ['no such!'] : []),
    ...(optional ? [] : ['']),
  ];
}
