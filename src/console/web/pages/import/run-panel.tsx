import { Fragment, h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isAborted } from '../../api.js';
import { integer } from '../../format.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { Icon } from '../../view/icon.js';
import { Failure } from '../../view/states.js';
import { OutcomeList } from './outcome-list.js';
import type { Outcomes } from './outcomes.js';
import { type Job, STATES } from './run.js';
import { type Ending, useImport } from './running.js';

/** An import in progress, and its result. */
export function RunPanel({ job, header, onOver }: { job: Job; header: readonly string[]; onOver(): void }) {
  const words = text.value.importing.run;
  const { outcomes, part, wait, ending, cancel } = useImport(job, onOver);
  const heading = useRef<HTMLHeadingElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (ending === null) stop.current?.focus();
    else heading.current?.focus();
  }, [ending]);
  return (
    <section class="card" aria-labelledby="import-result">
      <div class="card-head">
        <h2 ref={heading} id="import-result" tabIndex={-1}>
          {ending === null ? words.running(job.file.name) : titleOf(ending)}
        </h2>
        {ending === null && (
          <button ref={stop} type="button" class="button" onClick={cancel}>
            {text.value.shell.cancel}
          </button>
        )}
      </div>
      <div class="card-body stack">
        {ending === null && <progress max={1} value={part} aria-label={words.progress} />}
        {/* a copy, because the same object counts as unchanged */}
        <Counts of={{ ...outcomes.counts }} />
        <p class="hint" role="status">
          {ending === null && wait}
        </p>
        <div class="stack" role="status">
          {ending !== null && <Summary of={outcomes} ending={ending} set={job.form.name} />}
        </div>
        {ending !== null && outcomes.total > 0 && (
          <OutcomeList of={outcomes} name={job.file.name.replace(/\.\w+$/, '')} header={header} />
        )}
      </div>
    </section>
  );
}

function titleOf({ error }: Ending): string {
  const words = text.value.importing.run;
  if (error === null) return words.finished;
  return isAborted(error) ? words.cancelled : words.stopped;
}

/** How many rows ended how; only rows of a governed data set are proposed. */
function Counts({ of }: { of: Outcomes['counts'] }) {
  const words = text.value.importing.run;
  return (
    <dl class="figures">
      {STATES.filter((state) => state !== 'proposed' || of.proposed > 0).map((state) => (
        <div key={state} class={state === 'failed' && of.failed > 0 ? 'lacking' : ''}>
          <dt>{words.states[state]}</dt>
          <dd data-count={state}>{integer(of[state])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What has been stored, and why no more than that. */
function Summary({
  of: { counts, total },
  ending: { error, seconds },
  set,
}: {
  of: Outcomes;
  ending: Ending;
  set: string;
}) {
  const words = text.value.importing.run;
  const isGood = error === null && counts.failed === 0;
  const summary =
    counts.failed > 0
      ? words.answeredFailed(integer(total), seconds, integer(counts.failed))
      : words.answered(integer(total), seconds);
  return (
    <Fragment>
      {error !== null && !isAborted(error) && <Failure error={error} />}
      <p class={`notice notice-${isGood ? 'good' : 'warn'}`}>
        <Icon name={isGood ? 'approvals' : 'alert'} />
        <span>
          {summary} {error === null ? words.isStored : words.endedEarly}{' '}
          <a href={addressOf('data', [set])}>{words.toData}</a>
        </span>
      </p>
    </Fragment>
  );
}
