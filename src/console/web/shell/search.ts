import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAborted } from '../api.js';
import { text } from '../text/language.js';
import { reasonOf } from '../view/problem.js';
import { ask, type RowOf, read } from '../view/read.js';
import { useSession } from '../view/session.js';

export type SearchResult = RowOf<'/search'>;

/** Results shown, and the pause between a keystroke and the request, ms. */
const RESULTS = 8;
const PAUSE = 120;

/** What the list shows: results, or in `status` why there are none. `active` is the result that Enter picks. */
interface SearchState {
  isOpen: boolean;
  results: readonly SearchResult[];
  active: number;
  status: string | null;
}
const NOTHING: SearchState = { isOpen: false, results: [], active: -1, status: null };

/** The state of a search, and its handlers for keys and pointer. */
export interface Search extends SearchState {
  pick(index: number): void;
  onInput(): void;
  onKey(event: KeyboardEvent): void;
  onFocus(): void;
  onBlur(): void;
}

/** Searches for the text typed into an input; `choose` gets the chosen ticker. */
export function useSearch(
  input: RefObject<HTMLInputElement | null>,
  choose: (ticker: string) => void,
): Search {
  const { api } = useSession();
  const [state, setState] = useState(NOTHING);
  const latest = useRef(state);
  /** `isBehind` while the results shown are not yet those for the typed text */
  const asking = useRef({ timer: 0, request: new AbortController(), isBehind: false });
  const show = (change: Partial<SearchState>) => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  };
  /** The results are no longer awaited: they must not open the list over what the user does now. */
  const stop = () => {
    clearTimeout(asking.current.timer);
    asking.current.request.abort();
  };
  useEffect(() => stop, []);
  const search = async () => {
    asking.current.request.abort();
    const q = (input.current?.value ?? '').trim();
    if (q === '') return show(NOTHING);
    asking.current.request = new AbortController();
    try {
      const { data } = await read(api, ask('/search', { q, limit: RESULTS }), asking.current.request.signal);
      asking.current.isBehind = false;
      const status = data.length > 0 ? null : text.value.shell.search.nothing(q);
      show({ isOpen: true, results: data, active: data.length > 0 ? 0 : -1, status });
    } catch (error) {
      if (!isAborted(error)) show({ isOpen: true, results: [], active: -1, status: reasonOf(error).words });
    }
  };
  const pick = (index: number) => {
    const result = latest.current.results[index];
    if (result === undefined || input.current === null) return;
    input.current.value = '';
    show(NOTHING);
    input.current.blur();
    choose(result.ticker);
  };
  /** Enter right after typing means the first result for the typed text, not of those shown before. */
  const enter = async () => {
    clearTimeout(asking.current.timer);
    if (asking.current.isBehind) await search();
    if (latest.current.isOpen) pick(latest.current.active);
  };
  return {
    ...state,
    pick,
    onInput: () => {
      clearTimeout(asking.current.timer);
      asking.current.isBehind = true;
      asking.current.timer = setTimeout(() => void search(), PAUSE);
    },
    onFocus: () => {
      if ((input.current?.value ?? '') === '') return;
      if (asking.current.isBehind) void search();
      else if (latest.current.results.length > 0) show({ isOpen: true });
    },
    onBlur: () => {
      stop();
      show({ isOpen: false });
    },
    onKey: (event) => {
      const { results, active, isOpen } = latest.current;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && results.length > 0) {
        show({ isOpen: true, active: (active + step + results.length) % results.length });
      } else if (event.key === 'Enter') void enter();
      else if (event.key === 'Escape') {
        if (!isOpen) input.current?.blur();
        show({ isOpen: false });
      } else return;
      event.preventDefault();
    },
  };
}
