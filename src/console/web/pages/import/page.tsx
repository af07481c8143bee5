import { h } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { route } from '../../view/route.js';
import { useRight } from '../../view/session.js';
import { NotPermitted } from '../../view/states.js';
import { useStay } from '../../view/stay.js';
import { Columns } from './columns-card.js';
import type { Job, Policy } from './run.js';
import { RunPanel } from './run-panel.js';
import { What } from './what.js';

/** The page: imports rows of a CSV file into a data set, through the public bulk API. */
export function ImportPage() {
  const words = text.value.importing;
  const { may, isShown } = useRight('data:import');
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      {!may && <NotPermitted may={words.may} permission="data:import" />}
      {isShown && <Steps may={may} />}
    </div>
  );
}

/** A chosen file; `number` distinguishes it from another of the same name. */
interface FileChoice {
  number: number;
  file: File;
}

/** A run of an import, and whether it is over. */
interface Run {
  number: number;
  job: Job;
  header: readonly string[];
  isOver: boolean;
}

/** From the file to its outcome; of somebody who `may` no longer import only the outcome. */
function Steps({ may }: { may: boolean }) {
  const [choice, setChoice] = useState<FileChoice | null>(null);
  const [policy, setPolicy] = useState<Policy>('error');
  const [run, setRun] = useState<Run | null>(null);
  // A data set's own page links here with its name.
  const set = route.value.query.get('set') ?? 'quote';
  const isRunning = run !== null && !run.isOver;
  const { leaveTitle, leaveText, leaveAction } = text.value.importing;
  useStay(
    isRunning
      ? {
          title: leaveTitle,
          detail: leaveText(run.job.file.name),
          action: leaveAction,
          isKeptAt: ({ page }) => page === 'import',
        }
      : null,
  );
  const choose = (file: File) => {
    setChoice((before) => ({ number: (before?.number ?? 0) + 1, file }));
    setRun(null);
  };
  const start = (job: Omit<Job, 'onDuplicate'>, header: readonly string[]) =>
    setRun((before) => ({
      number: (before?.number ?? 0) + 1,
      job: { ...job, onDuplicate: policy },
      header,
      isOver: false,
    }));
  return (
    <div class="stack">
      <div hidden={!may}>
        <What
          file={choice?.file ?? null}
          set={set}
          policy={policy}
          isLocked={isRunning}
          onFile={choose}
          onPolicy={setPolicy}
        />
      </div>
      {choice !== null && (
        <div hidden={isRunning || !may}>
          <Columns key={`${choice.number} ${set}`} file={choice.file} set={set} start={start} />
        </div>
      )}
      {run !== null && (
        <RunPanel
          key={run.number}
          job={run.job}
          header={run.header}
          onOver={() => setRun({ ...run, isOver: true })}
        />
      )}
    </div>
  );
}
