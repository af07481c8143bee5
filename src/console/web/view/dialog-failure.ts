import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { toastError } from './toast.js';

/** Why what a dialog sent has failed; null unless it has. */
interface DialogFailure {
  error: unknown;
  /** `what` names the request in a short sentence, for readers who no longer see what it was sent from */
  fail(what: string, failure: unknown): void;
}

/** A failure is shown where the request was sent from, or, if that has been closed meanwhile, as a message that stays. */
export function useDialogFailure(): DialogFailure {
  const [error, setError] = useState<unknown>(null);
  const isShown = useRef(true);
  // Before the next event: an effect after the next frame would miss a dialog that is closed right after it was opened.
  useLayoutEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return {
    error,
    fail: (what, failure) => (isShown.current ? setError(failure) : toastError(what, failure)),
  };
}
