import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATA_SET_NAMES } from '../../../src/kinds/data-set-names.js';
import type { TestApp } from '../../app.js';
import { startDemoApp } from '../../demo.js';
import { until } from '../../embedded/harness.js';
import { hostTask } from '../../host/client.js';
import { type Answers, answersOf, changedAnswers } from './answers.js';
import { COMPANY_ROWS } from './company-rows.js';
import { MARKET_ROWS } from './market-rows.js';
import { REFERENCE_ROWS } from './reference-rows.js';
import { STATISTIC_ROWS } from './statistic-rows.js';
import type { Fields, Poison, WrongRow } from './wrong-row.js';

const [QUOTE, SETTLEMENT, SECURITY, ...RULES_AND_INDICES] = MARKET_ROWS as [
  Poison,
  Poison,
  Poison,
  ...Poison[],
];
/**
 * Data sets that are wrong at the same time: every answer is requested again for each group. A security of an unknown
 * exchange is wrong as long as no market rule names that exchange.
 */
const GROUPS: readonly (readonly Poison[])[] = [
  [QUOTE],
  [SECURITY],
  RULES_AND_INDICES,
  [SETTLEMENT, ...STATISTIC_ROWS, ...REFERENCE_ROWS],
  COMPANY_ROWS,
];
const POISON = GROUPS.flat();

/** A written row and how to undo it. */
interface WrittenRow {
  row: WrongRow;
  /** address of the record that was written */
  url: string;
  /** the record that was there before */
  before: Fields | undefined;
}

const query = (key: Fields) =>
  Object.entries(key)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

describe('a wrong record changes no answer but its own, and is refused or flagged', () => {
  let service: TestApp;
  let sound: Answers;
  beforeAll(async () => {
    service = await startDemoApp();
    await untilChecked();
    sound = await answersOf(service);
  });
  afterAll(() => service.close());

  const path = (dataSet: string) => `/svc/record/${dataSet}`;

  async function find(dataSet: string, key: Fields): Promise<Fields | undefined> {
    const { status, body } = await service.get(`${path(dataSet)}?${query(key)}`);
    return status === 200 ? body : undefined;
  }

  async function recordOf(dataSet: string, { of, change }: WrongRow): Promise<Fields> {
    const sound = of === undefined ? {} : await find(dataSet, of);
    if (sound === undefined) throw new Error(`${dataSet} has no ${query(of ?? {})}`);
    const { id: _, ...rest } = of === undefined ? { id: undefined } : sound;
    return { ...rest, ...(typeof change === 'function' ? change(sound) : change) };
  }

  /** Writes a wrong row in place of the existing one, if any. */
  async function write(dataSet: string, row: WrongRow): Promise<WrittenRow> {
    const record = await recordOf(dataSet, row);
    const created = await service.post(path(dataSet), record);
    if (created.status === 201) return { row, url: created.headers.location as string, before: undefined };
    expect([row.what, created.status]).toEqual([row.what, 303]);
    const { url } = created.body.existing;
    const before = (await service.get(url).expect(200)).body;
    expect([row.what, (await service.put(path(dataSet), record)).status]).toEqual([row.what, 200]);
    return { row, url, before };
  }

  const undo = async (dataSet: string, { url, before }: WrittenRow) => {
    if (before === undefined) await service.delete(url).expect(200);
    else await service.put(path(dataSet), before).expect(200);
  };

  /** Waits until the flags of quotes and the gaps reflect the writes. */
  const untilChecked = () =>
    until('the quotes are checked', async () => {
      const { body } = await service.get('/quote/gaps?limit=1').expect(200);
      return body.meta.notices === undefined;
    });

  const flagsOf = async (dataSet: string) => {
    const { data } = (await service.get(`/svc/datasets/${dataSet}/flagged?limit=1000`).expect(200)).body;
    return new Map<string, string[]>(
      data.map(({ url, flags }: { url: string; flags: string[] }) => [url, flags]),
    );
  };

  it('knows ten wrong rows of every data set', () => {
    expect(POISON.map(({ dataSet }) => dataSet).sort()).toEqual([...DATA_SET_NAMES].sort());
    expect(POISON.filter(({ rows }) => rows.length < 10).map(({ dataSet }) => dataSet)).toEqual([]);
  });

  it.each(POISON)('$dataSet: an impossible row is refused, naming the culprit', async ({ dataSet, rows }) => {
    for (const row of rows.filter(({ refusal }) => refusal !== undefined)) {
      const { status, body } = await service.put(path(dataSet), await recordOf(dataSet, row));
      const culprits = body.errors?.map((error: { pointer?: string; code: string }) => [
        error.pointer,
        error.code,
      ]);
      expect([row.what, status, culprits]).toEqual([
        row.what,
        400,
        expect.arrayContaining([[...(row.refusal ?? [])]]),
      ]);
    }
    for (const row of rows.filter(({ exists }) => exists)) {
      const { status } = await service.post(path(dataSet), await recordOf(dataSet, row));
      expect([row.what, status]).toEqual([row.what, 303]);
    }
  });

  it.each(GROUPS.map((group) => ({ group, title: group.map(({ dataSet }) => dataSet).join(', ') })))(
    '$title: a stored row is flagged, and no other answer changes',
    async ({ group }) => {
      const writtenRows: [string, WrittenRow][] = [];
      for (const { dataSet, rows } of group) {
        const flaggedRows = rows.filter(({ flags }) => flags !== undefined);
        for (const row of flaggedRows) writtenRows.push([dataSet, await write(dataSet, row)]);
      }
      await untilChecked();
      const poisonedAnswers = await answersOf(service);
      const findings: object[] = [];
      for (const { dataSet } of group) {
        const flags = await flagsOf(dataSet);
        const own = writtenRows.filter(([name]) => name === dataSet);
        findings.push(...own.map(([, { row, url }]) => [dataSet, row.what, flags.get(url)]));
      }
      for (const [dataSet, each] of [...writtenRows].reverse()) await undo(dataSet, each);
      expect(changedAnswers(sound, poisonedAnswers, group)).toEqual([]);
      expect(findings).toEqual(
        writtenRows.map(([dataSet, { row }]) => [
          dataSet,
          row.what,
          expect.arrayContaining([...(row.flags ?? [])]),
        ]),
      );
    },
  );

  it('npm run doctor names every data set with a wrong record, and none after their deletion', async () => {
    const flaggedRecords = async () => {
      const findings = await hostTask('examine', { DATA_DIR: '.' }, service.address);
      return findings.find(({ check }) => check === 'flagged records');
    };
    await untilChecked();
    expect(await flaggedRecords()).toMatchObject({ status: 'ok' });
    const writtenRows: [string, WrittenRow][] = [];
    for (const { dataSet, rows } of POISON) {
      const row = rows.find(({ flags }) => flags !== undefined);
      if (row !== undefined) writtenRows.push([dataSet, await write(dataSet, row)]);
    }
    await untilChecked();
    const finding = await flaggedRecords();
    for (const [dataSet, each] of [...writtenRows].reverse()) await undo(dataSet, each);
    expect(finding).toMatchObject({ status: 'warn' });
    await untilChecked();
    expect(await flaggedRecords()).toMatchObject({ status: 'ok' });
    expect(await answersOf(service)).toEqual(sound);
    for (const { dataSet } of POISON) expect(finding?.detail).toMatch(new RegExp(`(^|; )${dataSet} `));
  });
});
