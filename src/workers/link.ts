import cluster from 'node:cluster';
import type { PostgresAddress } from '../database/connection/connection.js';
import type { WindowState } from './fixed-windows.js';

/** Length of the windows in which the requests of each token are counted, ms. */
export const COUNTED_WINDOW = 60_000;
/** Most tokens whose requests are counted. */
export const COUNTED_KEYS = 100_000;

/** Answers that a worker requests from its supervisor, by name. */
export interface Questions {
  /** the database, which the supervisor has opened */
  address: PostgresAddress;
  /** metrics of all workers together, in Prometheus' text format */
  metrics: string;
  /** where a key stands after one more count, over all workers */
  count: WindowState;
}

/** A question on its way from a worker. */
export interface Question {
  ask: keyof Questions;
  id: number;
  /** the key that is counted */
  key?: string | undefined;
}

/** The answer to a question, on its way back. */
export interface QuestionAnswer {
  answered: number;
  value?: unknown;
  error?: string;
}

/** Sent by a worker that listens. */
export interface ReadyNote {
  ready: string;
}

/** Sent by the supervisor: requests a worker's figures, in an answer with this number. */
export interface FiguresRequest {
  figures: number;
}

/** A worker's figures, as `Registry.getMetricsAsJSON` of prom-client returns them. */
export interface FiguresAnswer {
  figuresOf: number;
  value?: object[];
  error?: string;
}

/** Whether this process is one of several workers. */
export const isWorker = (): boolean => cluster.isWorker;

const waiting = new Map<number, (answer: QuestionAnswer) => void>();
let last = 0;

/** Asks the supervisor; rejects when it cannot answer. `key`: the key to count. */
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

/** Notifies the supervisor that this worker listens. */
export function notifyReady(url: string): void {
  process.send?.({ ready: url } satisfies ReadyNote);
}

/** Sends this worker's figures to the supervisor whenever it requests them. */
export function answerFigures(read: () => Promise<object[]>): void {
  process.on('message', ({ figures }: Partial<FiguresRequest>) => {
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
