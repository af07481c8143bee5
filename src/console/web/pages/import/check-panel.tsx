import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import type { Form } from '../../view/data-set-form.js';
import { DataTable } from '../../view/data-table.js';
import { Icon } from '../../view/icon.js';
import { useAnswer } from '../../view/read.js';
import { Failure } from '../../view/states.js';
import { type Checked, checkFile, type Reading } from './check.js';

/** A dry run: reads the whole file, sends nothing, and lists rows that cannot become records. */
export function CheckPanel({ file, form, reading }: { file: File; form: Form; reading: Reading }) {
  const [part, setPart] = useState(0);
  const checking = useAnswer('check', (signal) =>
    checkFile({ file, form, reading }, signal, (bytes) => setPart(bytes / Math.max(1, file.size))),
  );
  if (checking.error !== null && !checking.isLoading) {
    return <Failure error={checking.error} retry={checking.retry} />;
  }
  if (checking.body === null) {
    return <progress max={1} value={part} aria-label={text.value.importing.checking} />;
  }
  return <Findings of={checking.body} />;
}

function Findings({ of: { rows, bad, listed, repeats } }: { of: Checked }) {
  const words = text.value.importing;
  const isGood = bad === 0;
  return (
    <Fragment>
      <p class={`notice notice-${isGood ? 'good' : 'warn'}`} role="status">
        <Icon name={isGood ? 'approvals' : 'alert'} />
        <span>{isGood ? words.allGood(integer(rows)) : words.someBad(integer(bad), integer(rows))}</span>
      </p>
      {repeats > 0 && (
        <p class="notice notice-warn" role="status">
          <Icon name="alert" />
          <span>{words.repeats(integer(repeats))}</span>
        </p>
      )}
      {!isGood && (
        <DataTable
          label={words.badRows}
          rows={listed}
          keyOf={({ line }) => line}
          columns={[
            { heading: words.line, cell: ({ line }) => line, numeric: true },
            { heading: words.why, cell: ({ faults }) => <span class="reason">{faults}</span>, wrap: true },
          ]}
        />
      )}
    </Fragment>
  );
}
