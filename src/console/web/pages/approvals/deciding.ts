import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOutcomeOpen, isOutdated } from '../../api.js';
import { text } from '../../text/language.js';
import { useDialogFailure } from '../../view/dialog-failure.js';
import { toast, toastRefusal } from '../../view/toast.js';

/** Sends what has been decided and reports the outcome, also a failure. */
export type Send = () => Promise<void>;

/** One decision at a time: see {@link useDecisions}. */
interface Decisions {
  /** from sending a decision until the list after it has loaded */
  isBusy: boolean;
  /** decides: `question` asks the reader, and gives null if the reader cancels */
  decideAfter(question: () => Promise<Send | null>): Promise<void>;
}

/** The decision of this tab, whichever list is shown: one on many pages goes on while the filters change. */
const underway = signal<'asking' | 'sending' | null>(null);
/** number of decisions sent so far: a list that was loaded after fewer of them is stale */
const sentCount = signal(0);

/**
 * Decisions on the records shown. None is based on a stale list: from a decision until the list after it has loaded
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
  const includedCount = useRef(sentCount.peek());
  const phase = useRef<'current' | 'stale' | 'reloading'>('current');
  const [isReloading, setReloading] = useState(false);
  const isStale = sentCount.value !== includedCount.current;
  useEffect(() => {
    if (sentCount.peek() !== includedCount.current) {
      includedCount.current = sentCount.peek();
      phase.current = 'stale';
      setReloading(true);
      return reload();
    }
    // An effect of a render before `reload` may run after it: `isLoading` false then says nothing of the new list.
    if (phase.current === 'stale' && isLoading) phase.current = 'reloading';
    if (phase.current !== 'reloading' || isLoading) return;
    phase.current = 'current';
    setReloading(false);
    onDone();
  });
  const decideAfter = async (question: () => Promise<Send | null>) => {
    const isCurrent = phase.current === 'current' && includedCount.current === sentCount.peek();
    if (underway.peek() !== null || !isCurrent) return toastRefusal(text.value.approvals.onItsWay);
    underway.value = 'asking';
    try {
      const send = await question();
      if (send === null) return;
      underway.value = 'sending';
      await send().finally(() => {
        sentCount.value += 1;
      });
    } finally {
      underway.value = null;
    }
  };
  return {
    isBusy: underway.value === 'sending' || isStale || isReloading,
    decideAfter,
  };
}

/** A decision on the record of a dialog. */
interface RecordDecision {
  /** display name of the record */
  name: string;
  /** what has then become of the record, in a word or two */
  done: string;
  send(): Promise<unknown>;
}

/**
 * Decides on the record of a dialog: a success closes it, a failure is an `error` in it, or a message that names the record
 * once it has been closed. If the decision may have taken effect, or came too late, list and record are read again; the
 * failure stays meanwhile.
 */
export function useRecordDecision({
  close,
  reload,
  reread,
}: {
  close(): void;
  /** reads the list again */
  reload(): void;
  /** reads the record again */
  reread(): void;
}) {
  const { error, fail } = useDialogFailure();
  const [isSending, setSending] = useState(false);
  const decide = async ({ name, done, send }: RecordDecision) => {
    setSending(true);
    try {
      await send();
      toast(`${name}: ${done}`);
      close();
      reload();
    } catch (failure) {
      fail(text.value.approvals.couldNot(name), failure);
      if (isOutcomeOpen(failure) || isOutdated(failure)) {
        reload();
        reread();
      }
    } finally {
      setSending(false);
    }
  };
  return { error, isSending, decide };
}

export type RecordDecisions = ReturnType<typeof useRecordDecision>;
