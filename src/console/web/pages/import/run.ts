import { type Api, ApiError } from '../../api.js';
import { text } from '../../text/language.js';
import { type Form, keyFieldsOf } from '../../view/data-set-form.js';
import { recordOf } from './columns.js';
import { type Row, readCsv } from './csv.js';
import type { Format } from './formats.js';

/** Maximum records of one request (specification 8). */
const BATCH = 200;
/** Wait before a request is retried if the service does not specify it, s. */
const PAUSE = 3;

/** States of a row after the import. */
export const STATES = ['created', 'updated', 'ignored', 'failed'] as const;
export type State = (typeof STATES)[number];

/** How to treat a row whose record is already stored. */
export const POLICIES = ['error', 'update', 'ignore'] as const;
export type Policy = (typeof POLICIES)[number];

/** The outcome of one row. */
export interface Outcome {
  line: number;
  /** its natural key, as in the file */
  key: string;
  state: State;
  /** why it failed; empty otherwise */
  why: string;
  cells: string[];
}

/** What is imported, and how. */
export interface Job {
  file: File;
  form: Form;
  mapping: readonly (string | null)[];
  /** format of each column */
  formats: readonly (Format | null)[];
  onDuplicate: Policy;
}

/** Receives progress reports. */
export interface Listener {
  /** share of the file that is read, 0 to 1 */
  progress(part: number): void;
  /** why nothing is sent for some seconds; null when sending resumes */
  waiting(reason: string | null): void;
}

interface BulkResult {
  _operation_state: string;
  status: number;
  value: { params?: { existing?: object; errors?: { pointer?: string; detail: string }[] } };
}

/**
 * Sends a file in batches, one after the other, and yields the outcomes of each. A batch whose answer was lost or
 * that came at a bad time is resent with the same Idempotency-Key, so that it takes effect once. Throws errors
 * that resending cannot fix.
 */
export async function* runImport(
  api: Api,
  job: Job,
  { signal, ...listener }: Listener & { signal: AbortSignal },
): AsyncGenerator<Outcome[]> {
  const name = randomName();
  let number = 0;
  let isHeader = true;
  let waiting: Row[] = [];
  const pieces = readCsv(job.file, (bytes) => listener.progress(bytes / Math.max(1, job.file.size)));
  for await (const rows of pieces) {
    waiting.push(...(isHeader ? rows.slice(1) : rows));
    if (rows.length > 0) isHeader = false;
    while (waiting.length >= BATCH) {
      yield await sendBatch(waiting.slice(0, BATCH));
      waiting = waiting.slice(BATCH);
    }
  }
  if (waiting.length > 0) yield await sendBatch(waiting);

  async function sendBatch(rows: readonly Row[]): Promise<Outcome[]> {
    number += 1;
    const body = rows.map(({ cells }) => recordOf(job.form, job.mapping, cells, job.formats));
    const results = await send(body, `${name}-${number}`);
    return rows.map((row, index) => outcomeOf(job, row, results[index]));
  }

  async function send(body: object[], key: string): Promise<BulkResult[]> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const answer = await api.send<{ results: BulkResult[] }>('POST', '/svc/bulk/insert', {
          query: { resource: job.form.name, on_duplicate: job.onDuplicate },
          headers: { 'Idempotency-Key': key },
          body,
          signal,
        });
        listener.waiting(null);
        return answer.body.results;
      } catch (error) {
        const seconds = error instanceof ApiError ? secondsToWait(error) : null;
        if (seconds === null) throw error;
        listener.waiting(text.value.importing.run.again((error as ApiError).message, seconds));
        await pause(seconds * 1000, signal);
      }
    }
  }
}

/** Seconds until a request may be retried; null if that cannot help. */
function secondsToWait({ status, retryAfter }: ApiError): number | null {
  if (![0, 429, 502, 503, 504].includes(status)) return null;
  return Math.min(Math.max(retryAfter ?? PAUSE, 1), 120);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function outcomeOf({ form, mapping }: Job, { line, cells }: Row, result: BulkResult | undefined): Outcome {
  const key = keyFieldsOf(form)
    .map(({ name }) => cells[mapping.indexOf(name)] ?? '')
    .join(' ');
  const state = STATES.find((each) => each.toUpperCase() === result?._operation_state) ?? 'failed';
  return { line, key, state, why: state === 'failed' ? whyOf(result) : '', cells };
}

function whyOf(result: BulkResult | undefined): string {
  const words = text.value.importing.run;
  if (result === undefined) return words.unanswered;
  const { errors = [] } = result.value.params ?? {};
  if (errors.length > 0) {
    return errors.map(errorText).join('; ');
  }
  return result.status === 303 ? words.exists : words.refused(result.status);
}

/** An error prefixed with its field, unless it already begins with it. */
function errorText({ pointer = '', detail }: { pointer?: string; detail: string }): string {
  const name = pointer.replace(/^\//, '');
  return name === '' || detail.startsWith(`${name} `) ? detail : `${name}: ${detail}`;
}

/** A unique name for an import; `crypto.randomUUID` is missing on plain HTTP. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
