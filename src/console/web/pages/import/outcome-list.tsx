import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Segmented } from '../../view/choices.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Icon } from '../../view/icon.js';
import { MessageText } from '../../view/message-text.js';
import { Empty } from '../../view/states.js';
import { MOST_KEPT, type Outcomes } from './outcomes.js';
import type { Outcome, State } from './run.js';

/** Maximum rows shown. */
const FIRST_SHOWN = 200;

const TONES: Readonly<Record<State, string>> = {
  created: 'good',
  updated: 'accent',
  proposed: 'warn',
  ignored: 'neutral',
  failed: 'bad',
};

/** The outcome of each row, with a filter and a download of the failed ones. */
export function OutcomeList({
  of,
  name,
  header,
}: {
  of: Outcomes;
  /** file name without its extension */
  name: string;
  header: readonly string[];
}) {
  const words = text.value.importing.run;
  const [filter, setFilter] = useState<'failed' | 'all'>(of.failures.length > 0 ? 'failed' : 'all');
  const [shownCount, setShownCount] = useState(FIRST_SHOWN);
  const rows = filter === 'failed' ? of.failures : of.keptOutcomes;
  return (
    <div class="stack">
      <div class="toolbar">
        <Segmented
          label={words.rows}
          choices={(['failed', 'all'] as const).map((value) => ({ value, label: words[value] }))}
          value={filter}
          onChoose={(chosen) => {
            setFilter(chosen);
            setShownCount(FIRST_SHOWN);
          }}
        />
        {of.failures.length > 0 && <Rejects of={of} name={name} header={header} />}
      </div>
      {rows.length === 0 ? (
        <Empty title={filter === 'failed' ? words.noneFailed : words.none} />
      ) : (
        <DataTable
          label={words.outcomes}
          columns={columns()}
          rows={rows.slice(0, shownCount)}
          keyOf={({ line }) => line}
        />
      )}
      {filter === 'all' && of.total > rows.length && <p class="hint">{words.kept(integer(MOST_KEPT))}</p>}
      {rows.length > shownCount && (
        <div class="more">
          <button type="button" class="button" onClick={() => setShownCount(shownCount + FIRST_SHOWN)}>
            {words.more(integer(rows.length))}
          </button>
        </div>
      )}
    </div>
  );
}

function Rejects({ of, name, header }: { of: Outcomes; name: string; header: readonly string[] }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const url = URL.createObjectURL(of.rejects(header));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [of, header]);
  return (
    <a class="button toolbar-end" href={address} download={`${name}.rejects.csv`}>
      <Icon name="download" />
      {text.value.importing.run.rejects}
    </a>
  );
}

function columns(): readonly TableColumn<Outcome>[] {
  const words = text.value.importing;
  return [
    { heading: words.line, cell: ({ line }) => integer(line), numeric: true },
    { heading: words.run.record, cell: ({ key }) => key, isRowHeading: true },
    {
      heading: words.run.outcome,
      cell: ({ state }) => <span class={`badge badge-${TONES[state]}`}>{words.run.states[state]}</span>,
      wideOnly: true,
    },
    {
      heading: words.run.reason,
      cell: ({ why }) => <span class="reason">{why && <MessageText of={why} />}</span>,
    },
  ];
}
