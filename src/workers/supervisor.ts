import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { closeUntaken } from './handed-over.js';
import type { Question, QuestionAnswer, Questions, ReadyNote } from './link.js';

/** A worker that dies sooner than this, ms, is replaced only after {@link PAUSE}: it may die again. */
const SHORT_LIFE = 5_000;
const PAUSE = 1_000;

/** A worker ended before it ever served. */
export class WorkerFailed extends Error {}

/**
 * The processes that serve on one port. This one serves nothing: it hands out connections, replaces workers that
 * die, counts the requests of each token for all of them, and puts their metrics together.
 */
export class Supervisor {
  private readonly metrics = new AggregatorRegistry();
  private readonly born = new Map<Worker, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private serving = false;
  private stopping = false;

  constructor(
    private readonly facts: Omit<Questions, 'metrics'>,
    private readonly say: (line: string) => void,
  ) {
    new RateLimiterClusterMaster();
  }

  /** Starts the workers; the address where they listen when all do. Rejects when one cannot. */
  async start(count: number): Promise<string> {
    const urls = await Promise.all(Array.from({ length: count }, () => this.firstReady(this.fork())));
    this.serving = true;
    return urls[0] ?? '';
  }

  /** Passes the signal on and waits until every worker has finished its requests and ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    const alive = [...this.born.keys()];
    const ends = alive.map((worker) => once(worker, 'exit'));
    for (const worker of alive) worker.process.kill(signal);
    await Promise.all(ends);
  }

  private fork(): Worker {
    const worker = cluster.fork();
    closeUntaken(worker.process);
    this.born.set(worker, performance.now());
    worker.on('error', () => undefined); // a message to one that has just died
    worker.on('message', (message: Partial<Question>) => {
      if (message.ask !== undefined) void this.answer(worker, message as Question);
    });
    worker.once('exit', (code, signal) => this.replace(worker, signal ?? `exit code ${code}`));
    return worker;
  }

  private firstReady(worker: Worker): Promise<string> {
    return new Promise((resolve, reject) => {
      worker.on('message', ({ ready }: Partial<ReadyNote>) => ready !== undefined && resolve(ready));
      worker.once('exit', () => reject(new WorkerFailed('a worker ended before it was ready')));
    });
  }

  private replace(worker: Worker, reason: string): void {
    const life = performance.now() - (this.born.get(worker) ?? 0);
    this.born.delete(worker);
    if (this.stopping || !this.serving) return;
    this.say(`Worker ${worker.process.pid} ended (${reason}): another one starts`);
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        this.fork();
      },
      life < SHORT_LIFE ? PAUSE : 0,
    );
    this.timers.add(timer);
  }

  private async answer(worker: Worker, { ask, id }: Question): Promise<void> {
    const send = (answer: QuestionAnswer) => worker.isConnected() && worker.send(answer);
    try {
      send({
        answered: id,
        value: ask === 'metrics' ? await this.metrics.clusterMetrics() : this.facts[ask],
      });
    } catch (error) {
      send({ answered: id, error: (error as Error).message });
    }
  }
}
