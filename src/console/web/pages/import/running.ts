import { useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../../api.js';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { useSession } from '../../view/session.js';
import { toastWarning } from '../../view/toast.js';
import { Outcomes } from './outcomes.js';
import { type Job, runImport } from './run.js';

/** How an import ended: `error` is null if the whole file was answered. */
export interface Ending {
  error: unknown;
  seconds: string;
}

/** An import in progress, or finished. */
interface Running {
  outcomes: Outcomes;
  /** share of the file that is read and answered, 0 to 1 */
  part: number;
  /** why nothing is sent for some seconds; null while sending */
  wait: string | null;
  /** null until it is over */
  ending: Ending | null;
  cancel(): void;
}

/**
 * Runs an import while the component is shown; `onOver` is called at its end. If the user has left the page by then,
 * a toast reports how far it got.
 */
export function useImport(job: Job, onOver: () => void): Running {
  const { api } = useSession();
  const outcomes = useRef(new Outcomes());
  const control = useRef(new AbortController());
  const [progress, setProgress] = useState({ part: 0, answered: 0 });
  const [wait, setWait] = useState<string | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  useEffect(() => {
    let isGone = false;
    const began = Date.now();
    const end = (error: unknown) => {
      if (isGone) return tellLeaver(job, outcomes.current);
      setEnding({ error, seconds: ((Date.now() - began) / 1000).toFixed(1) });
      onOver();
    };
    run(api, job, {
      outcomes: outcomes.current,
      signal: control.current.signal,
      onWait: setWait,
      onPart: (part) => setProgress({ part, answered: outcomes.current.total }),
    }).then(
      () => end(null),
      (error: unknown) => end(error),
    );
    return () => {
      isGone = true;
      control.current.abort();
    };
  }, []);
  return {
    outcomes: outcomes.current,
    part: progress.part,
    wait,
    ending,
    cancel: () => control.current.abort(),
  };
}

async function run(
  api: Api,
  job: Job,
  {
    outcomes,
    signal,
    onWait,
    onPart,
  }: {
    outcomes: Outcomes;
    signal: AbortSignal;
    onWait(reason: string | null): void;
    onPart(part: number): void;
  },
): Promise<void> {
  let part = 0;
  const batches = runImport(api, job, {
    signal,
    // The bar is full at the last answer, not at the last byte read.
    progress: (read) => {
      part = read * 0.98;
      onPart(part);
    },
    waiting: onWait,
  });
  for await (const batch of batches) {
    outcomes.add(batch);
    onPart(part);
  }
}

function tellLeaver({ file }: Job, { total }: Outcomes): void {
  const words = text.value.importing.run;
  toastWarning(words.leftAt(file.name, integer(total)), words.endedEarly);
}
