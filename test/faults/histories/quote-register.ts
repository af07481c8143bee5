import type { Call, Register } from './linearizability.js';

/** One stored version of a quote. `value` is its volume, which is unique to every write of a history. */
export interface Version {
  id: string;
  revision: number;
  value: number;
  approved: boolean;
}

/** A request about one key. */
export interface Action {
  do: 'read' | 'create' | 'replace' | 'delete' | 'approve' | 'revoke';
  /** volume to write */
  value?: number;
  /** set if the request is by identifier: another record of the key does not match */
  id?: string;
  /** version named by If-Match */
  over?: Pick<Version, 'id' | 'revision'>;
}

/** The result, and as much of the resulting version as the answer showed. */
export interface Outcome {
  was: 'done' | 'created' | 'exists' | 'unchanged' | 'absent' | 'refused';
  shows?: Partial<Version>;
}

/** A request to one key with its answer, if one arrived. */
export interface QuoteOperation {
  action: Action;
  outcome?: Outcome | undefined;
}

export type QuoteCall = Call<QuoteOperation>;

/** The content of a key, and the identifiers of its earlier records: no other record gets one of them. */
interface Stored {
  version: Version | null;
  former: readonly string[];
}

/** The specification of one key of `/svc/quote`: the effects of single requests to it, one after the other. */
export const QUOTE_REGISTER: Register<Stored, QuoteOperation> = {
  initial: { version: null, former: [] },
  fingerprint: (stored) => JSON.stringify(stored),
  step(stored, { action, outcome }) {
    const [was, next] = effect(stored, action);
    if (outcome === undefined) return next;
    if (was !== outcome.was) return undefined;
    return matching(next, outcome.shows);
  },
};

function effect({ version, former }: Stored, action: Action): [Outcome['was'], Stored] {
  const { over, value = Number.NaN } = action;
  const isAddressed = version !== null && (action.id === undefined || action.id === version.id);
  const isCurrent = over === undefined || (over.id === version?.id && over.revision === version.revision);
  const unchanged = (was: Outcome['was']): [Outcome['was'], Stored] => [was, { version, former }];
  const change = (to: Partial<Version>): [Outcome['was'], Stored] => {
    if (version === null || !isCurrent) return unchanged('refused');
    return ['done', { version: { ...version, ...to, revision: version.revision + 1 }, former }];
  };
  const create = (): [Outcome['was'], Stored] => ['created', { version: newVersion(value), former }];
  switch (action.do) {
    case 'read':
      return unchanged(isAddressed ? 'done' : 'absent');
    case 'create':
      return version === null ? create() : unchanged('exists');
    case 'replace':
      if (isAddressed) return change({ value, approved: false });
      if (action.id !== undefined) return unchanged('absent');
      return over === undefined ? create() : unchanged('refused');
    case 'delete':
      if (!isAddressed) return unchanged('absent');
      return isCurrent ? ['done', { version: null, former: [...former, version.id] }] : unchanged('refused');
    case 'approve':
      if (!isAddressed) return unchanged('absent');
      return version.approved ? unchanged('unchanged') : change({ approved: true });
    case 'revoke':
      if (!isAddressed) return unchanged('absent');
      return version.approved ? change({ approved: false }) : unchanged('unchanged');
  }
}

/** A new record. Its identifier is learned from the first answer that shows it: a creation may have had no answer. */
function newVersion(value: number): Version {
  return { id: `?${value}`, revision: 1, value, approved: false };
}

/** The stored state if it matches the parts that an answer showed, otherwise undefined. */
function matching({ version, former }: Stored, shows: Partial<Version> = {}): Stored | undefined {
  if (version === null) return Object.keys(shows).length === 0 ? { version, former } : undefined;
  const { id } = shows;
  const isNamed = version.id.startsWith('?') && id !== undefined && !former.includes(id);
  const identifiedVersion = isNamed ? { ...version, id } : version;
  const isConsistent = Object.entries(shows).every(
    ([name, value]) => identifiedVersion[name as keyof Version] === value,
  );
  return isConsistent ? { version: identifiedVersion, former } : undefined;
}

/**
 * Returns the history with a read that shows an older value than an update acknowledged before the read began;
 * undefined if it has no such read.
 */
export function withStaleRead(history: readonly QuoteCall[]): QuoteCall[] | undefined {
  for (const [index, read] of history.entries()) {
    const { action, outcome } = read.operation;
    if (action.do !== 'read' || outcome?.shows?.revision === undefined) continue;
    const { id } = outcome.shows;
    const older = history.filter((call) => call.ended < read.began && versionShown(call)?.id === id);
    const last = Math.max(...older.map((call) => versionShown(call)?.revision ?? 0));
    const former = older.map(versionShown).find((version) => version && version.revision < last);
    if (former === undefined) continue;
    return history.with(index, { ...read, operation: { action, outcome: { ...outcome, shows: former } } });
  }
  return undefined;
}

/**
 * Returns the history as if an acknowledged update had been based on the version before another acknowledged update,
 * which is thereby lost: that one and everything after it has one revision less. Undefined if no record was updated
 * twice.
 */
export function withLostUpdate(history: readonly QuoteCall[]): QuoteCall[] | undefined {
  const updates = history
    .filter(({ operation }) => operation.action.do === 'replace')
    .flatMap(versionOfUpdate);
  const lostUpdate = updates.find((one) =>
    updates.some((next) => next.id === one.id && next.revision === one.revision + 1),
  );
  if (lostUpdate === undefined) return undefined;
  return history.map((call) => {
    const shows = versionShown(call);
    if (shows?.id !== lostUpdate.id || shows.revision <= lostUpdate.revision) return call;
    const { action, outcome } = call.operation;
    const earlier = { ...outcome, shows: { ...shows, revision: shows.revision - 1 } } as Outcome;
    return { ...call, operation: { action, outcome: earlier } };
  });
}

function versionShown({ operation }: QuoteCall): Version | undefined {
  const shows = operation.outcome?.shows;
  return shows?.revision === undefined ? undefined : (shows as Version);
}

function versionOfUpdate(call: QuoteCall): Version[] {
  const version = call.operation.outcome?.was === 'done' ? versionShown(call) : undefined;
  return version === undefined ? [] : [version];
}
