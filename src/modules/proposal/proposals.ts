import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { RaceLost } from '../../database/conflicts.js';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByMoment } from '../../database/lists/listing.js';
import { recordId } from '../../database/records/record-id.js';
import type { Item } from '../../database/records/stored-item.js';
import { arrayLiteral, instant } from '../../database/sql.js';
import type { Executor, Statement } from '../../database/statement.js';
import { RecordNotFound, requireExisting } from '../../errors/domain-errors.js';
import { collectionPath, DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { uuidKind } from '../../kinds/kinds.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import { type Intent, type MeetingPolicy, proposing } from './proposing.sql.js';

const PATHS = DATA_SET_NAMES.map((name) => `WHEN '${name}' THEN '${collectionPath(name)}/'`).join(' ');

/** Address where proposals are read and decided. */
export const PROPOSALS_PATH = '/svc/approval';

/** Columns of a proposal in answers, the alias `p`. */
const PROPOSAL_COLUMNS = `
  p.id, '${PROPOSALS_PATH}/' || p.id AS url, p.resource, p.record_key AS key, p.record_id,
  CASE p.resource ${PATHS} END || p.record_id AS record_url, p.action, p.status, p.before, p.record AS after,
  (SELECT jsonb_object_agg(field, jsonb_build_object('before', p.before -> field, 'after', p.record -> field))
   FROM jsonb_object_keys(coalesce(p.before, '{}') || coalesce(p.record, '{}')) field
   WHERE coalesce(p.before -> field, 'null') <> coalesce(p.record -> field, 'null')) AS changes,
  p.maker, ${instant('p.made_at')} AS made_at, floor(extract(epoch FROM clock_timestamp() - p.made_at))::bigint AS age_seconds,
  p.request_id, p.import_id, p.decided_by, ${instant('p.decided_at')} AS decided_at, p.reason`;

/** Proposals of the queue. */
interface ProposalRange extends PageRequest {
  resource?: DataSetName;
  status?: string;
  maker?: string;
  import_id?: string;
}

/** What is proposed with rows, and in whose name. */
export interface ProposalOrder {
  dataSet: DataSet;
  intent: Intent;
  /** what happens to a row whose key is taken */
  policy: MeetingPolicy;
  actor: Pick<Actor, 'name' | 'requestId'>;
  /** versions of If-Match */
  tags?: readonly string[] | undefined;
}

/** A row to be proposed: fields of the right kinds, and the identifier of the target record, if it is known. */
export interface ProposedRecord {
  record: object;
  target?: string | undefined;
  /** the present key of that record, if it is to get another one */
  from?: object;
}

/** Outcome of a row. */
export interface ProposalOutcome {
  /** place of the row, from 1 */
  place: number;
  outcome: 'proposed' | 'unchanged' | 'exists' | 'missing' | 'precondition_failed';
  /** the stored record; null: there is none, or only a proposed one */
  stored: string | null;
  /** the proposal of the row's key */
  proposal: string | null;
}

/** Whether writes to a data set wait for approval by `GOVERNED`; quotes have a separate approval. */
export function isGoverned(config: Pick<Config, 'GOVERNED'>, name: DataSetName): boolean {
  return name !== 'quote' && config.GOVERNED.includes(name);
}

/**
 * Makes the bulk requests for a data set wait for each other: of two at once that propose the same records, the later
 * would have to be run again, and with more of them perhaps in vain. To be run before the statement that proposes, which
 * then sees what the others have proposed. Not for imports, whose batches would hold requests up for seconds.
 */
export const proposersLock = ({ name }: DataSet): Statement => ({
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))',
  values: [`proposals for ${name}`],
});

/** Writes to governed data sets: proposals alongside the effective records (ADR 49). */
@Injectable()
export class Proposals {
  private readonly texts = new Map<string, string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'GOVERNED'>,
    private readonly database: Database,
  ) {}

  /** Whether writes to a data set become proposals. */
  governs({ name }: DataSet): boolean {
    return isGoverned(this.config, name);
  }

  /**
   * Proposes rows in one statement, each with its audit event; returns their outcomes in order. Throws
   * {@link RaceLost} when a rival made a proposal for one of the records: run it again.
   */
  async propose(
    order: ProposalOrder,
    rows: readonly ProposedRecord[],
    executor: Executor = this.database,
  ): Promise<ProposalOutcome[]> {
    const outcomes = await executor.query<ProposalOutcome & { lost: boolean }>(this.statement(order, rows));
    if (outcomes[0]?.lost === true) throw new RaceLost();
    return outcomes;
  }

  /** Proposals in a state, the newest first unless requested otherwise. */
  list(query: ProposalRange): List {
    const conditions = new Conditions()
      .add('p.status = ?::text', query.status ?? 'pending')
      .when(query.resource, 'p.resource = ?::text')
      .when(query.maker, 'p.maker = ?::text')
      .when(query.import_id, 'p.import_id = ?::text');
    return listByMoment(this.database, {
      columns: PROPOSAL_COLUMNS,
      from: 'proposal p',
      conditions,
      key: [{ sql: 'p.id', name: 'id', kind: uuidKind }],
      query,
      isLong: true,
    });
  }

  /** A proposal; throws {@link RecordNotFound}. */
  async item(id: string): Promise<Item> {
    const row = await this.database.queryOne<Item>({
      text: `SELECT p.id, CASE p.status WHEN 'pending' THEN 1 ELSE 2 END AS revision,
               (SELECT row_to_json(item) FROM (SELECT ${PROPOSAL_COLUMNS}) item)::text AS json
             FROM proposal p WHERE p.id = $1::uuid`,
      values: [id],
    });
    return requireExisting(row, 'proposal', id);
  }

  private statement(order: ProposalOrder, rows: readonly ProposedRecord[]): Statement {
    const { dataSet, intent, policy, actor, tags } = order;
    const columns = columnsOf(dataSet);
    const textKey = `${dataSet.name} ${columns.length} ${intent} ${policy}`;
    let text = this.texts.get(textKey);
    if (text === undefined) {
      text = proposalText(order);
      this.texts.set(textKey, text);
    }
    const values = columns.map(({ name }) => {
      const absent = dataSet.defaults[name] ?? null;
      return arrayLiteral(rows.map(({ record }) => (record as Record<string, unknown>)[name] ?? absent));
    });
    const ids = arrayLiteral(rows.map(() => recordId()));
    const targets = arrayLiteral(rows.map(({ target }) => target));
    return {
      text,
      values: [...values, ids, targets, actor.name, actor.requestId, tags ?? null],
      tickers: tickersOf(dataSet, rows),
    };
  }
}

/** Tickers of the records of the given rows; undefined if the key has none. */
function tickersOf({ key }: DataSet, rows: readonly ProposedRecord[]): string[] | undefined {
  if (!key.includes('ticker')) return undefined;
  const records = rows.flatMap(({ record, from }) => (from === undefined ? [record] : [record, from]));
  return [...new Set(records.map((each) => String((each as Record<string, unknown>).ticker)))];
}

/**
 * The statement that proposes rows. It takes the columns of the data set as lists, then the identifiers of the
 * proposals and of the target records, actor, request and tags.
 */
export function proposalText({ dataSet, intent, policy }: ProposalOrder): string {
  const columns = columnsOf(dataSet);
  const next = columns.length;
  // Lists are passed as the text of a list, because a list of lists is not an SQL array; see arrayLiteral.
  const isList = (sqlType: string) => sqlType.endsWith('[]');
  const places = columns.map(
    ({ kind }, index) => `$${index + 1}::${isList(kind.sqlType) ? 'text' : kind.sqlType}[]`,
  );
  const names = columns.map(({ name }) => name);
  const typedColumns = columns.map(({ name, kind }) =>
    isList(kind.sqlType) ? `item.${name}::${kind.sqlType} AS ${name}` : `item.${name}`,
  );
  const rows = `
    SELECT item._place::int AS _place, item._id AS id, item._target, ${typedColumns.join(', ')}
    FROM unnest(${places.join(', ')}, $${next + 1}::uuid[], $${next + 2}::uuid[])
      WITH ORDINALITY AS item (${names.join(', ')}, _id, _target, _place)`;
  const source = {
    rows,
    intent,
    policy,
    actor: `$${next + 3}::text`,
    requestId: `$${next + 4}::text`,
    importId: 'NULL::text',
    tags: `$${next + 5}::text[]`,
  };
  return `
    WITH ${proposing(dataSet, source)}
    SELECT w.place, CASE w.outcome WHEN 'proposed' THEN first_value(w.outcome) OVER of_key ELSE w.outcome END AS outcome,
      coalesce(w.other_id, w.stored_id) AS stored,
      first_value(CASE WHEN w.again THEN w.pending ELSE w.id END) OVER of_key AS proposal,
      (SELECT race.lost FROM race) AS lost
    FROM request w WINDOW of_key AS (PARTITION BY w.new_key ORDER BY w.nth) ORDER BY w.place`;
}
