import cluster from 'node:cluster';
import type { PostgresAddress } from '../database/connection.js';
import type { WindowState } from './fixed-windows.js';

/** Length of the windows in which the requests of each token are counted, ms. */
export const COUNTED_WINDOW = 60_000;
/** Tokens whose requests are counted at most. */
export const COUNTED_KEYS = 100_000;

/** What a worker asks its supervisor for. */
export interface Questions {
  /** the database, which the supervisor has opened */
  address: PostgresAddress;
  /** metrics of all workers together, in Prometheus' text format */
  metrics: string;
  /** where a key stands, counted once more for all workers */
  count: WindowState;
}

/** A question on its way from a worker. */
export interface Question {
  ask: keyof Questions;
  id: number;
  /** the key that is counted */
  key?: string | undefined;
}

/** Its answer on the way back. */
export interface QuestionAnswer {
  answered: number;
  value?: unknown;
  error?: string;
}

/** Said by a worker that listens. */
export interface ReadyNote {
  ready: string;
}

/** Said by the supervisor: tell what you count, as the answer of this number. */
export interface FiguresWanted {
  figures: number;
}

/** What a worker counts, as `Registry.getMetricsAsJSON` of prom-client has it. */
export interface FiguresAnswer {
  figuresOf: number;
  value?: object[];
  error?: string;
}

/** Whether this process is one of several workers. */
export const isWorker = (): boolean => cluster.isWorker;

const waiting = new Map<number, (answer: QuestionAnswer) => void>();
let last = 0;

/** Asks the supervisor; rejects when it cannot answer. `key`: what is to be counted. */
export function askSupervisor<Name extends keyof Questions>(
  ask: Name,
  key?: string,
): Promise<Questions[Name]> {
  if (last === 0) process.on('message', take);
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ value, error }) => {
      if (error === undefined) resolve(value as Questions[Name]);
      else reject(new Error(error));
    });
    process.send?.({ ask, id, key } satisfies Question);
  });
}

/** Tells the supervisor that this worker listens. */
export function tellReady(url: string): void {
  process.send?.({ ready: url } satisfies ReadyNote);
}

/** Tells the supervisor what this worker counts whenever it wants to know. */
export function tellFigures(read: () => Promise<object[]>): void {
  process.on('message', ({ figures }: Partial<FiguresWanted>) => {
    if (figures === undefined) return;
    const tell = (answer: Omit<FiguresAnswer, 'figuresOf'>) =>
      process.send?.({ figuresOf: figures, ...answer } satisfies FiguresAnswer);
    read().then(
      (value) => tell({ value }),
      (error: Error) => tell({ error: error.message }),
    );
  });
}

function take(message: Partial<QuestionAnswer>): void {
  if (message.answered === undefined) return;
  waiting.get(message.answered)?.(message as QuestionAnswer);
  waiting.delete(message.answered);
}
