import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { titleOf } from '../../view/data-set-names.js';
import { Field } from '../../view/field.js';
import { Icon } from '../../view/icon.js';
import { ask, useRead } from '../../view/read.js';
import { adjust } from '../../view/route.js';
import { Failure } from '../../view/states.js';
import { POLICIES, type Policy } from './run.js';

/** Which file goes into which data set, and what happens to records that are already stored. */
export function What({
  file,
  set,
  policy,
  isLocked,
  onFile,
  onPolicy,
}: {
  file: File | null;
  set: string;
  policy: Policy;
  /** true while an import runs: none of it may be changed */
  isLocked: boolean;
  onFile(file: File): void;
  onPolicy(policy: Policy): void;
}) {
  const words = text.value.importing;
  return (
    <Card title={words.what}>
      <div class="card-body import-what">
        <Drop file={file} isLocked={isLocked} onFile={onFile} />
        <div class="stack">
          <SetField set={set} isLocked={isLocked} />
          <Field label={words.stored}>
            {(labelled) => (
              <select
                {...labelled}
                class="input"
                disabled={isLocked}
                onChange={({ currentTarget: { value } }) => onPolicy(value as Policy)}
              >
                {POLICIES.map((each) => (
                  <option key={each} value={each} selected={each === policy}>
                    {each}: {words.policies[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </div>
    </Card>
  );
}

/** The data sets; the address selects one. */
function SetField({ set, isLocked }: { set: string; isLocked: boolean }) {
  const words = text.value.importing;
  const sets = useRead(ask('/svc/datasets', { limit: 100 }));
  const options = sets.body?.data ?? [];
  return (
    <Fragment>
      <Field label={words.dataSet}>
        {(labelled) => (
          <select
            {...labelled}
            class="input"
            disabled={isLocked}
            onChange={({ currentTarget: { value } }) => adjust({ set: value === 'quote' ? null : value })}
          >
            {!options.some(({ name }) => name === set) && (
              <option value={set} selected>
                {set}
              </option>
            )}
            {options.map(({ name, title }) => (
              <option key={name} value={name} selected={name === set}>
                {titleOf({ name, title })} ({name})
              </option>
            ))}
          </select>
        )}
      </Field>
      {sets.error !== null && !sets.isLoading && <Failure error={sets.error} retry={sets.retry} />}
    </Fragment>
  );
}

/** Takes a chosen or dropped file. */
function Drop({
  file,
  isLocked,
  onFile,
}: {
  file: File | null;
  isLocked: boolean;
  onFile(file: File): void;
}) {
  const words = text.value.importing;
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const take = (chosen: File | undefined) => chosen !== undefined && !isLocked && onFile(chosen);
  return (
    <label
      class={isOver ? 'drop drop-over' : 'drop'}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer?.files[0]);
      }}
    >
      <input
        type="file"
        class="visually-hidden"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isLocked}
        // Browsers report no change if the same file is chosen again, which is what somebody does who has corrected it.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ currentTarget: { files } }) => take(files?.[0])}
      />
      <Icon name="import" />
      <strong>{file === null ? words.choose : `${file.name} (${size(file.size)})`}</strong>
      <span class="muted">{words.chooseHint}</span>
    </label>
  );
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
