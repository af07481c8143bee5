/** A request in a recorded history: it took effect between `began` and `ended`, once, at one instant. */
export interface Call<Operation> {
  /** clock of the recorder, ms, before the request was sent */
  began: number;
  /** after its answer had arrived; infinite if none did: it may take effect at any later time, or never */
  ended: number;
  operation: Operation;
}

/** Behaviour of a register under sequential requests. */
export interface Register<State, Operation> {
  initial: State;
  /** the state after an operation with its recorded answer; undefined if this state would answer differently */
  step(state: State, operation: Operation): State | undefined;
  /** equal for equal states */
  fingerprint(state: State): string;
}

/** The checker's result. */
export interface Verdict {
  linearizable: boolean;
  /** indices of calls: an order that explains every answer, else the longest that explains a part of them */
  order: number[];
}

/**
 * Decides whether the calls of a history can be put in an order that explains every answer and never puts a call before
 * one that had ended when it began: the search of Wing and Gong (1993), which tries every call that may be next, with
 * Lowe's cache (2017) of visited configurations: the finished calls and the state they left. Histories of different
 * registers are judged separately because linearizability is local.
 */
export function judge<State, Operation>(
  register: Register<State, Operation>,
  calls: readonly Call<Operation>[],
): Verdict {
  const certain = calls.filter((call) => Number.isFinite(call.ended)).length;
  const visited = new Set<string>();
  const done = new Set<number>();
  /** one bit for each finished call */
  let marks = 0n;
  let longest: number[] = [];

  /** The first end of an unfinished call: none that begins later may be next. */
  function horizonNow(): number {
    let horizon = Number.POSITIVE_INFINITY;
    for (const [index, { ended }] of calls.entries()) {
      if (ended < horizon && !done.has(index)) horizon = ended;
    }
    return horizon;
  }

  function search(state: State, remaining: number): boolean {
    if (remaining === 0) return true;
    if (done.size > longest.length) longest = [...done];
    const horizon = horizonNow();
    for (const [index, call] of calls.entries()) {
      if (done.has(index) || call.began > horizon) continue;
      const next = register.step(state, call.operation);
      if (next === undefined) continue;
      const mark = 1n << BigInt(index);
      done.add(index);
      marks |= mark;
      const configuration = `${marks.toString(32)} ${register.fingerprint(next)}`;
      const isNew = !visited.has(configuration);
      visited.add(configuration);
      if (isNew && search(next, remaining - (Number.isFinite(call.ended) ? 1 : 0))) return true;
      done.delete(index);
      marks ^= mark;
    }
    return false;
  }

  const linearizable = search(register.initial, certain);
  return { linearizable, order: linearizable ? [...done] : longest };
}
