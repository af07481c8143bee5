import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { FixedWindows } from './fixed-windows.js';
import { closeUntaken } from './handed-over.js';
import {
  COUNTED_KEYS,
  COUNTED_WINDOW,
  type FiguresAnswer,
  type FiguresRequest,
  type Question,
  type QuestionAnswer,
  type Questions,
  type ReadyNote,
} from './link.js';

/** A worker that dies sooner than this, ms, is replaced only after {@link PAUSE}: it may die again. */
const SHORT_LIFE = 5_000;
const PAUSE = 1_000;

/** Longest wait for a worker's figures, ms: longer than a hanging database takes. Hanging workers are left out. */
const FIGURES_LIMIT = 2_500;

/** A worker ended before it ever served. */
class WorkerFailed extends Error {}

/**
 * The processes that serve on one port. This one serves nothing: it hands out connections, replaces workers that
 * die, counts the requests of each token for all of them, and puts their metrics together.
 */
export class Supervisor {
  private readonly born = new Map<Worker, number>();
  /** workers that serve */
  private readonly ready = new Set<Worker>();
  /** workers whose figures are awaited, by the number of the answer */
  private readonly counting = new Map<
    number,
    { worker: Worker; take(answer: Partial<FiguresAnswer>): void }
  >();
  private readonly requests = new FixedWindows(COUNTED_WINDOW, COUNTED_KEYS);
  private questions = 0;
  private readonly timers = new Set<NodeJS.Timeout>();
  private serving = false;
  private stopping = false;

  constructor(
    private readonly facts: Pick<Questions, 'address'>,
    private readonly say: (line: string) => void,
  ) {}

  /** Starts the workers; resolves to the address where they listen once all do. Rejects when one cannot. */
  async start(count: number): Promise<string> {
    const urls = await Promise.all(Array.from({ length: count }, () => this.firstReady(this.fork())));
    this.serving = true;
    // Replaces those that ended after they were ready but before the others were.
    for (let missing = count - this.born.size; missing > 0; missing--) this.fork();
    return urls[0] ?? '';
  }

  /** Passes the signal on and waits until every worker has finished its requests and ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    const alive = [...this.born.keys()];
    // Not events.once: it rejects on an error of a worker, and those that still drain would be left behind.
    const ends = alive.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of alive) worker.process.kill(signal);
    await Promise.all(ends);
  }

  private fork(): Worker {
    const worker = cluster.fork();
    closeUntaken(worker.process);
    this.born.set(worker, performance.now());
    worker.on('error', () => undefined); // a message to one that has just died
    worker.on('message', (message: Partial<Question & ReadyNote & FiguresAnswer>) => {
      if (message.ask !== undefined) void this.answer(worker, message as Question);
      // A worker that has ended since may still have sent this.
      if (message.ready !== undefined && this.born.has(worker)) this.ready.add(worker);
      if (message.figuresOf !== undefined) this.counting.get(message.figuresOf)?.take(message);
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
    this.ready.delete(worker);
    for (const counting of this.counting.values()) if (counting.worker === worker) counting.take({});
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

  private async answer(worker: Worker, { ask, id, key = '' }: Question): Promise<void> {
    const send = (answer: QuestionAnswer) => worker.isConnected() && worker.send(answer);
    try {
      if (ask === 'address') send({ answered: id, value: this.facts.address });
      else if (ask === 'count') send({ answered: id, value: this.requests.count(key) });
      else send({ answered: id, value: await this.metrics() });
    } catch (error) {
      send({ answered: id, error: (error as Error).message });
    }
  }

  /** Metrics of all workers together, except those that are starting, ending or hanging. */
  private async metrics(): Promise<string> {
    const answers = await Promise.all([...this.ready].map((worker) => this.figuresOf(worker)));
    const figures = answers.filter((each) => each !== undefined);
    if (figures.length === 0) throw new Error('no worker answered in time');
    return AggregatorRegistry.aggregate(figures).metrics();
  }

  /** Figures of a worker; undefined when it ends meanwhile, or does not answer in time. */
  private figuresOf(worker: Worker): Promise<object[] | undefined> {
    const figures = ++this.questions;
    return new Promise((resolve, reject) => {
      const take = ({ value, error }: Partial<FiguresAnswer>) => {
        clearTimeout(timer);
        this.counting.delete(figures);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      };
      const timer = setTimeout(take, FIGURES_LIMIT, {});
      this.counting.set(figures, { worker, take });
      worker.send({ figures } satisfies FiguresRequest);
    });
  }
}
