import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { startAppOn } from '../app.js';
import { documentOf, operationsOf } from '../contract/document.js';
import { cloneDemo } from '../demo.js';
import { Receiver } from '../receiver.js';
import { Vendor } from '../vendor.js';
import { converse, type Exchange, GOVERNED } from './conversation.js';
import { moveToOneServer } from './one-server.js';

const SETTINGS = { GOVERNED, SOURCE_SECRET_KEY: 'k-5f2f0f2e8a', SOURCE_PAYLOAD_MEGABYTES: '1' };
const ROWS = [
  { ticker: 'ZHE', ex_date: '2025-03-04', type: 'cash_dividend', cash_dividend: 500 },
  { ticker: 'ZIP', ex_date: '2025-03-04', type: 'cash_dividend', cash_dividend: 700 },
];

/**
 * The demo market on a cluster and the same database on one server of the same version, both sent every operation of
 * the document in the same order. Identifiers are compared by order of appearance, moments of the run only as such.
 */
describe('a cluster answers as one server does', () => {
  let vendor: Vendor;
  let receiver: Receiver;
  let operations: string[];
  let onCluster: Exchange[];
  let onOne: Exchange[];
  beforeAll(async () => {
    const [distributed, whole] = [await cloneDemo(), await cloneDemo()];
    await moveToOneServer(whole);
    vendor = await Vendor.start(({ path }) => (path === '/slow' ? undefined : { body: ROWS }));
    receiver = await Receiver.start();
    onCluster = await talk(distributed);
    onOne = await talk(whole);
  }, 600_000);
  afterAll(async () => {
    await receiver.kill();
    await vendor.stop();
  });

  /** One service after the other: services in one process share the strategies that identify callers. */
  async function talk(address: PostgresAddress): Promise<Exchange[]> {
    const service = await startAppOn(address, SETTINGS);
    const exchanges = await converse(service, vendor.url, receiver.url);
    operations = operationsOf(await documentOf(service)).map(({ method, path }) => `${method} ${path}`);
    await service.close();
    return exchanges;
  }

  it('the conversation covers every operation of the document', () => {
    const requestedOperations = new Set(onCluster.map(({ operation }) => operation));
    expect(operations.filter((name) => !requestedOperations.has(name))).toEqual([]);
    expect(operations.length).toBeGreaterThan(130);
  });

  it('no operation fails, and each succeeds at least once', () => {
    expect(onCluster.filter(({ status }) => status >= 500)).toEqual([]);
    const successes = new Set(
      onCluster.flatMap(({ operation, status }) => (status < 300 ? [operation] : [])),
    );
    expect(operations.filter((operation) => !successes.has(operation))).toEqual([]);
  });

  it('the bodies are the same', () => {
    const [one, other] = [comparable(onOne), comparable(onCluster)];
    expect(other.length).toBe(one.length);
    const differences = one.flatMap((each, index) => {
      const counterpart = other[index];
      return each === counterpart ? [] : [differenceOf(each, counterpart ?? '')];
    });
    expect(differences).toEqual([]);
  });
});

/** Answers without the values that differ from run to run. */
function comparable(exchanges: readonly Exchange[]): string[] {
  const ids = new Map<string, string>();
  const labelled = (id: string) => {
    const tail = id.slice(-12);
    if (!ids.has(tail)) ids.set(tail, `id-${ids.size}`);
    return String(ids.get(tail));
  };
  return exchanges.map(({ operation, request, status, text }) => {
    const body = operation === 'GET /metrics' ? namesOf(text) : text;
    return `${request} -> ${status} ${operation === 'GET /udf/time' ? '' : body}`
      .replaceAll(/"request_id": ?"[^"]*"/g, '"request_id":""')
      .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{12}(?=-\d+)/g, labelled)
      .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, (at) => (Date.parse(at) > STARTED ? 'now' : at))
      .replaceAll(/"(age_seconds|uptime_seconds|total_time|\w*_ms)":[\d.]+/g, '"$1":0')
      .replaceAll(/"state":"queued"|"started_at":null/g, (field) => AS_RUNNING[field] ?? field)
      .replaceAll(/\b(mds_|whsec_|mds-source-)[\w+/=-]+/g, '$1')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
  });
}

/** A run begins as soon as there is room, perhaps before its creation is answered. */
const AS_RUNNING: Record<string, string> = {
  '"state":"queued"': '"state":"running"',
  '"started_at":null': '"started_at":"now"',
};

/** What was written by the conversation, or by the demo's loading before it. */
const STARTED = Date.now() - 24 * 3_600_000;

/** The names of metrics; their values belong to the process. */
const namesOf = (metrics: string) =>
  metrics
    .split('\n')
    .filter((line) => line.startsWith('# TYPE'))
    .join('\n');

/** The part of two answers from their first difference on. */
function differenceOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 150);
  return `${one.slice(0, 120)}: …${one.slice(from, at + 150)} | …${other.slice(from, at + 150)}`;
}
