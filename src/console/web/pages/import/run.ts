import { type Api, ApiError, type FieldError } from '../../api.js';
import { writeExactly } from '../../exact-json.js';
import { text } from '../../text/language.js';
import { type Form, keyFieldsOf } from '../../view/data-set-form.js';
import { asSentence, fieldMessage, joinMessages, type Message, reasonOf } from '../../view/problem.js';
import { brokenInWords } from './check.js';
import { recordOf } from './columns.js';
import { type Row, readCsv } from './csv.js';
import type { Format } from './formats.js';

/** Maximum records of one request (specification 8). */
const BATCH = 200;
/** Maximum size of the records of one request, bytes: the service accepts twice as much. */
const BATCH_BYTES = 1_000_000;
/** Wait before a request is retried if the service does not specify it, s. */
const PAUSE = 3;

/** States of a row after the import. */
export const STATES = ['created', 'updated', 'proposed', 'ignored', 'failed'] as const;
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
  /** why it failed; null otherwise */
  why: Message | null;
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

/** A row and the record that is sent for it, with its size as JSON in bytes. */
interface Entry {
  row: Row;
  record: object;
  size: number;
}

interface BulkResult {
  _operation_state: string;
  status: number;
  value: { params?: { existing?: object; errors?: FieldError[] } };
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
  let batch: Entry[] = [];
  const pieces = readCsv(job.file, (bytes) => listener.progress(bytes / Math.max(1, job.file.size)));
  for await (const rows of pieces) {
    for (const row of isHeader ? rows.slice(1) : rows) {
      const entry = entryOf(job, row);
      const isFull = batch.length === BATCH || sizeOf(batch) + entry.size > BATCH_BYTES;
      if (isFull && batch.length > 0) {
        yield await sendBatch(batch);
        batch = [];
      }
      batch.push(entry);
    }
    if (rows.length > 0) isHeader = false;
  }
  if (batch.length > 0) yield await sendBatch(batch);

  async function sendBatch(entries: readonly Entry[]): Promise<Outcome[]> {
    number += 1;
    const readable = entries.filter(({ row }) => row.broken === undefined);
    const body = readable.map(({ record }) => record);
    const results = body.length === 0 ? [] : await send(body, `${name}-${number}`);
    const resultOf = new Map(readable.map((entry, index) => [entry, results[index]]));
    return entries.map((entry) => outcomeOf(job, entry.row, resultOf.get(entry)));
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
          isRepeatable: true,
        });
        listener.waiting(null);
        return answer.body.results;
      } catch (error) {
        const seconds = error instanceof ApiError ? secondsToWait(error) : null;
        if (seconds === null) throw error;
        listener.waiting(text.value.importing.run.again(asSentence(reasonOf(error).words), seconds));
        await pause(seconds * 1000, signal);
      }
    }
  }
}

const encoder = new TextEncoder();

function entryOf({ form, mapping, formats }: Job, row: Row): Entry {
  const record = recordOf(form, mapping, row.cells, formats);
  return { row, record, size: encoder.encode(writeExactly(record)).length };
}

const sizeOf = (entries: readonly Entry[]) => entries.reduce((sum, { size }) => sum + size, 0);

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

function outcomeOf(
  { form, mapping }: Job,
  { line, cells, broken }: Row,
  result: BulkResult | undefined,
): Outcome {
  if (broken !== undefined)
    return { line, key: '', state: 'failed', why: { words: brokenInWords(broken) }, cells };
  const key = keyFieldsOf(form)
    .map(({ name }) => cells[mapping.indexOf(name)] ?? '')
    .join(' ');
  const state = STATES.find((each) => each.toUpperCase() === result?._operation_state) ?? 'failed';
  return { line, key, state, why: state === 'failed' ? whyOf(result) : null, cells };
}

function whyOf(result: BulkResult | undefined): Message {
  const words = text.value.importing.run;
  if (result === undefined) return { words: words.unanswered };
  const { errors = [] } = result.value.params ?? {};
  if (errors.length > 0) return joinMessages(errors.map(fieldMessage));
  return { words: result.status === 303 ? words.exists : words.refused(result.status) };
}

/** A unique name for an import; `crypto.randomUUID` is missing on plain HTTP. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
