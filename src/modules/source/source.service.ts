import { Inject, Injectable } from '@nestjs/common';
import { withConflictRetries } from '../../database/conflicts.js';
import { recordList } from '../../database/lists/computed-list.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import {
  type FieldError,
  InvalidInput,
  RecordNotFound,
  requireExisting,
} from '../../errors/domain-errors.js';
import { textOf } from '../../kinds/kinds.js';
import { columnsOf, DATA_SETS, type DataSets } from '../dataset/data-set.js';
import { rulesOf } from '../quality/quality-rules.js';
import { fileAddress, isOfFiles } from './feed/file-address.js';
import { PRESETS } from './preset/presets.js';
import { nextRun } from './schedule.js';
import type { SourceWrite } from './source.declaration.js';
import { type SourceEditor, SourceRepository } from './source.repository.js';

/** Attempts to store a source while others store it too. */
const ATTEMPTS = 5;

/** Sources: where data is fetched from. */
@Injectable()
export class SourceService {
  constructor(
    private readonly sources: SourceRepository,
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
  ) {}

  list(query: PageRequest): List {
    return this.sources.list(query);
  }

  /** Presets by name: declarations for vendors' answers. */
  presets(query: PageRequest): List {
    return recordList(PRESETS, {
      query,
      key: 'name',
      after: decodeCursor(query.cursor, [textOf({ max: 63 })]),
    });
  }

  /** JSON text of a source; throws {@link RecordNotFound}. */
  async find(name: string): Promise<string> {
    return requireExisting(await this.sources.find(name), 'source', name);
  }

  /**
   * Creates or replaces a source; throws {@link InvalidInput} for parts that are incompatible, and
   * PreconditionFailed.
   */
  async put(
    name: string,
    source: SourceWrite,
    editor: SourceEditor,
  ): Promise<{ json: string; isNew: boolean }> {
    const columns = columnsOf(this.dataSets[source.data_set]).map((column) => column.name);
    const rules = Object.keys(rulesOf(this.dataSets[source.data_set]));
    const errors = [
      ...contradictions(source),
      ...unknownFields(source, columns),
      ...unknownRules(source, rules),
    ];
    if (errors.length > 0) throw new InvalidInput(errors);
    const { active = true, ...declaration } = source;
    const { now, openDays } = await this.sources.calendar();
    const next = active ? nextRun(source.schedule ?? {}, now, openDays) : undefined;
    const fields = { name, declaration: JSON.stringify(declaration), active, nextRunAt: next ?? null };
    return withConflictRetries(() => this.sources.put(fields, editor), ATTEMPTS);
  }

  /**
   * Deletes a source, and cancels its runs that have not ended; throws {@link RecordNotFound} and
   * PreconditionFailed.
   */
  async remove(name: string, editor: SourceEditor): Promise<string> {
    return requireExisting(await this.sources.remove(name, editor), 'source', name);
  }
}

/** Fields required by each type of authentication. */
const NEEDED = {
  header: ['secret'],
  query: ['secret'],
  oauth2: ['token_url', 'client_id', 'client_secret'],
  token: ['token_url', 'client_id', 'client_secret'],
  ssh: ['host_key'],
} as const;

/** Parts that files have no use for, and parts that a file server needs. */
function* contradictionsOfFiles({
  request,
  auth,
  paging,
  work,
}: Pick<SourceWrite, 'request' | 'auth' | 'paging' | 'work'>): Generator<FieldError> {
  const { method, headers, body } = request;
  const other = (pointer: string, detail: string): FieldError => ({ pointer, code: 'not_together', detail });
  if (method !== undefined || headers !== undefined || body !== undefined || paging !== undefined)
    yield other('/request', 'files have no method, headers, body and paging');
  if (work.each !== 'once') yield other('/work/each', 'files are read once: each: once');
  const isRemote = fileAddress(request.url)?.server !== undefined;
  if (!isRemote && auth !== undefined) yield other('/auth', 'a folder of this machine takes no credentials');
  if (isRemote && auth?.type !== 'ssh')
    yield { pointer: '/auth', code: 'required', detail: 'sftp needs auth of the type ssh' };
  if (isRemote && auth?.type === 'ssh' && (auth.secret === undefined) === (auth.private_key === undefined))
    yield { pointer: '/auth/secret', code: 'required', detail: 'either secret or private_key is expected' };
}

/** What each part of a declaration requires of the others. */
function* contradictions({
  request,
  auth,
  paging,
  rows,
  fields,
  work,
  schedule,
}: SourceWrite): Generator<FieldError> {
  const missing = (pointer: string, detail: string): FieldError => ({ pointer, code: 'required', detail });
  if (request.body !== undefined && request.method !== 'POST')
    yield missing('/request/method', 'a body needs POST');
  const isFiles = isOfFiles(request.url);
  if (isFiles) yield* contradictionsOfFiles({ request, auth, paging, work });
  else if (auth?.type === 'ssh')
    yield { pointer: '/auth/type', code: 'not_together', detail: 'ssh is for sftp addresses' };
  if (auth !== undefined) {
    for (const name of NEEDED[auth.type]) {
      if (auth[name as keyof typeof auth] === undefined)
        yield missing(`/auth/${name}`, `${auth.type} needs it`);
    }
  }
  if (rows.format === 'published' && fields !== undefined)
    yield { pointer: '/fields', code: 'not_together', detail: 'a published file has fields of its own' };
  if (paging?.type === 'cursor' && paging.cursor_at === undefined) {
    yield missing('/paging/cursor_at', 'paging by cursor needs to know where the cursor is (cursor_at)');
  }
  for (const [name, field] of Object.entries(fields ?? {})) {
    if ((field.from === undefined) === (field.value === undefined)) {
      yield missing(`/fields/${name}`, 'either from or value is expected');
    }
  }
  if (work.tickers !== undefined && work.each !== 'ticker')
    yield missing('/work/each', 'tickers need each: ticker');
  if (schedule?.cron !== undefined && schedule.after_close !== undefined) {
    yield { pointer: '/schedule', code: 'not_together', detail: 'either cron or after_close is expected' };
  }
}

/** Fields that the data set does not have. */
function* unknownFields(
  { data_set, fields }: SourceWrite,
  columns: readonly string[],
): Generator<FieldError> {
  for (const name of Object.keys(fields ?? {})) {
    if (columns.includes(name)) continue;
    const detail = `${data_set} has no such field: ${columns.join(', ')}`;
    yield { pointer: `/fields/${name}`, code: 'unknown_field', detail };
  }
}

/** Rules that the data set does not have. */
function* unknownRules({ data_set, quality }: SourceWrite, rules: readonly string[]): Generator<FieldError> {
  const unknown = Object.keys(quality ?? {}).filter((name) => !rules.includes(name));
  if (unknown.length === 0) return;
  const detail = `${data_set} has no rule ${unknown.join(', ')}: ${rules.join(', ')}`;
  yield { pointer: '/quality', code: 'unknown_rule', detail };
}
