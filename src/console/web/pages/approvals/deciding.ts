import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { useSession } from '../../view/session.js';
import { toast, toastError } from '../../view/toast.js';
import { askReason, type Decision, decide } from './decide.js';
import type { QueuedQuote } from './quote.js';

/** Decides on quotes one decision at a time: see {@link useDecisions}. */
interface Decisions {
  /** from sending a decision until the list after it has loaded */
  isBusy: boolean;
  decide(what: Decision, targets: readonly QueuedQuote[]): Promise<void>;
}

/**
 * Decisions on the quotes shown. None is based on a stale list: from a decision until the list after it has loaded
 * (`isLoading` is false again after `reload`), further ones are refused. `onDone` is then called.
 */
export function useDecisions({
  isLoading,
  reload,
  onDone,
}: {
  isLoading: boolean;
  reload(): void;
  onDone(): void;
}): Decisions {
  const session = useSession();
  const phase = useRef<'idle' | 'deciding' | 'decided' | 'reloading'>('idle');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // An effect of a render before `reload` may run after it: `isLoading` false then says nothing of the new list.
    if (phase.current === 'decided' && isLoading) phase.current = 'reloading';
    if (phase.current !== 'reloading' || isLoading) return;
    phase.current = 'idle';
    setBusy(false);
    onDone();
  });
  const run = async (what: Decision, targets: readonly QueuedQuote[]) => {
    if (targets.length === 0) return;
    if (phase.current !== 'idle') return toast(text.value.approvals.onItsWay);
    phase.current = 'deciding';
    const reason = what === 'approve' ? '' : await askReason(what, targets);
    if (reason === null) {
      phase.current = 'idle';
      return;
    }
    setBusy(true);
    try {
      await decide(session, what, { quotes: targets, reason });
    } catch (error) {
      toastError(text.value.approvals.couldNot, error);
    }
    phase.current = 'decided';
    reload();
  };
  return { isBusy, decide: run };
}
