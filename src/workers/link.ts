import cluster from 'node:cluster';
import type { PostgresAddress } from '../database/connection.js';

/** What a worker asks its supervisor for. */
export interface Questions {
  /** the database, which the supervisor has opened */
  address: PostgresAddress;
  /** metrics of all workers together, in Prometheus' text format */
  metrics: string;
}

/** A question on its way from a worker. */
export interface Question {
  ask: keyof Questions;
  id: number;
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

/** Asks the supervisor; rejects when it cannot answer. */
export function askSupervisor<Name extends keyof Questions>(ask: Name): Promise<Questions[Name]> {
  if (last === 0) process.on('message', take);
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ value, error }) => {
      if (error === undefined) resolve(value as Questions[Name]);
      else reject(new Error(error));
    });
    process.send?.({ ask, id } satisfies Question);
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
