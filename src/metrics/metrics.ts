import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../config/version.js';
import { cachedBytes } from '../database/caches/ticker-cache.js';
import { Changes } from '../database/changes.js';
import { Database } from '../database/database.js';
import { Heartbeat } from '../database/servers/heartbeat.js';
import { ReadRouter } from '../database/servers/read-router.js';
import { answerFigures, askSupervisor, isWorker } from '../workers/link.js';
import { type DurationSeries, Durations } from './durations.js';
import { addReplicaMetrics, addServerMetrics } from './replica-metrics.js';
import { addSourceMetrics } from './source-metrics.js';

/** Methods that a label may have; a client can send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Status of a request whose client left before the answer was complete, as proxies log it. */
const CLIENT_LEFT = '499';
/** Upper ends of the buckets, seconds: from an indexed read to the statement limit. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
/** A database that takes longer than this, ms, for a ping is not up; a figure that takes longer to read is left out. */
const ANSWER_LIMIT = 2_000;
/** After collecting, the collector rests for REST times as long as it took, at most for LONGEST_REST ms. */
const REST = 3;
const LONGEST_REST = 500;

/** The result of the work within {@link ANSWER_LIMIT}; `fallback` when it fails or takes longer. */
function inTime<Value>(work: Promise<Value>, fallback: Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ANSWER_LIMIT, fallback);
    work
      .catch(() => fallback)
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
}

/** CPU, memory, event loop lag and garbage collection: once per process, however many services it runs. */
let processMetrics: Registry | undefined;

function ofTheProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/** The answer to a scrape: the text and its media type. */
interface Exposition {
  type: string;
  body: string;
}

/** A figure that another module offers. */
interface Figure<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  /** how the figures of several workers are combined: `max` for those that all read from the same database */
  aggregator?: 'sum' | 'max';
}

/** The requests of one method, route and status. */
type RequestSeries = DurationSeries<{ method: string; route: string; status: string }>;

/**
 * What the service counts about itself, for Prometheus. No label carries a ticker, a principal, a token or a raw
 * URL: the number of series depends on the code and the declared sources.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by method, route and status (499: the client left first)',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
    collect: () => {
      this.requests.reset();
      for (const { labels, count } of this.series.values()) this.requests.inc(labels, count);
    },
  });
  private readonly durations = new Durations(
    {
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [this.registry],
    },
    () => this.series.values(),
  );
  private inFlight = 0;
  private collecting: Promise<Exposition> | undefined;
  /** when the collector's rest ends, ms of the monotonic clock */
  private restedAt = 0;
  private readonly items = new Counter({
    name: 'mds_bulk_items_total',
    help: 'Items of bulk requests, by data set and state',
    labelNames: ['data_set', 'state'],
    registers: [this.registry],
  });

  private readonly series = new Map<string, RequestSeries>();
  private readonly deliveries = new Counter({
    name: 'mds_webhook_deliveries_total',
    help: 'Attempts to deliver to webhooks, by outcome: delivered, refused, unanswered, gone',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  constructor(database: Database, router: ReadRouter, changes: Changes, heartbeat: Heartbeat) {
    const registers = [this.registry];
    addReplicaMetrics(router, registers);
    addServerMetrics(heartbeat, registers);
    const inFlight = () => this.inFlight;
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered',
      registers,
      collect() {
        this.set(inFlight());
      },
    });
    new Gauge({
      name: 'mds_database_connections',
      help: 'Connections of a pool: idle, in use',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const { name, total, idle } of database.pools()) {
          this.set({ pool: name, state: 'idle' }, idle);
          this.set({ pool: name, state: 'used' }, total - idle);
        }
      },
    });
    new Gauge({
      name: 'mds_database_waiting',
      help: 'Requests that wait for a connection of a pool',
      labelNames: ['pool'],
      registers,
      collect() {
        for (const { name, waiting } of database.pools()) this.set({ pool: name }, waiting);
      },
    });
    // After the pools: they are read in this order, and what a scrape asks the database would be waiting there.
    addSourceMetrics(database, registers);
    new Gauge({
      name: 'mds_cache_bytes',
      help: 'Bytes of the series that are kept in memory',
      registers,
      collect() {
        this.set(cachedBytes(changes));
      },
    });
    new Gauge({
      name: 'mds_database_up',
      help: '1 when the database answers',
      registers,
      aggregator: 'min',
      async collect() {
        const answer = database.ping(ANSWER_LIMIT).then(() => 1);
        this.set(await inTime(answer, 0));
      },
    });
    new Gauge({
      name: 'mds_build_info',
      help: 'Version of the service',
      labelNames: ['version'],
      registers,
      aggregator: 'first',
    }).set({ version: VERSION }, 1);
    new Gauge({ name: 'mds_workers', help: 'Processes that serve', registers }).set(1);
    if (isWorker()) {
      answerFigures(async () => {
        const registries = [ofTheProcess(), this.registry].map((each) => each.getMetricsAsJSON());
        return (await Promise.all(registries)).flat();
      });
    }
  }

  /** Counts and times a request of either lane; called first, so that nothing is missed. */
  readonly observe = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now();
    this.inFlight++;
    response.once('close', () => {
      this.inFlight--;
      const method = METHODS.has(request.method ?? '') ? String(request.method) : 'OTHER';
      const status = response.writableFinished ? String(response.statusCode) : CLIENT_LEFT;
      this.seriesOf(method, routeOf(request), status).observe((performance.now() - startedAt) / 1000);
    });
  };

  /** The series of a method, route and status, created once: naming its labels costs more than counting. */
  private seriesOf(method: string, route: string, status: string): RequestSeries {
    const key = `${method} ${status} ${route}`;
    let series = this.series.get(key);
    if (series === undefined) {
      series = this.durations.seriesOf({ method, route, status });
      this.series.set(key, series);
    }
    return series;
  }

  /** Counts the items of a bulk request by their states. */
  countItems(dataSet: string, states: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
    for (const [state, count] of counts) this.items.inc({ data_set: dataSet, state }, count);
  }

  /** Offers figures that are read on request; those that cannot be read then are left out. */
  offer<Label extends string>(
    { name, help, labelNames, aggregator = 'sum' }: Figure<Label>,
    read: () => Promise<{ labels: Record<Label, string>; value: number }[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator,
      registers: [this.registry],
      async collect() {
        const samples = await inTime(read(), []);
        this.reset();
        for (const { labels, value } of samples) this.set(labels as never, value);
      },
    });
  }

  /** Counts a delivery to a webhook by its outcome. */
  countDelivery(outcome: string): void {
    this.deliveries.inc({ outcome });
  }

  /**
   * All metrics in Prometheus' text format, of all workers together if there are any, and the media type. Concurrent
   * callers share one collection, and the next follows after a rest: requests without a pause cause no more work.
   */
  text(): Promise<Exposition> {
    this.collecting ??= this.collectRested().finally(() => {
      this.collecting = undefined;
    });
    return this.collecting;
  }

  private async collectRested(): Promise<Exposition> {
    await sleep(Math.max(0, this.restedAt - performance.now()));
    const began = performance.now();
    try {
      return await this.collect();
    } finally {
      const now = performance.now();
      this.restedAt = now + Math.min(REST * (now - began), LONGEST_REST);
    }
  }

  private async collect(): Promise<Exposition> {
    if (isWorker()) return { type: this.registry.contentType, body: await askSupervisor('metrics') };
    const all = Registry.merge([ofTheProcess(), this.registry]);
    return { type: all.contentType, body: await all.metrics() };
  }
}

/** Template of the route that answered, `/svc/quote/:id`; `unmatched` if none did. */
export function routeOf(request: IncomingMessage & { route?: { path?: unknown } }): string {
  const path = request.route?.path;
  return typeof path === 'string' ? path : 'unmatched';
}
