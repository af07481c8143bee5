import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { instant, integer } from '../../format.js';
import { addressOf } from '../../router.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { act } from '../../view/act.js';
import { Card } from '../../view/card.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { PagedList } from '../../view/paged-list.js';
import { PagedTable } from '../../view/paged-table.js';
import { confirmDialog } from '../../view/question.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { ReadingView } from '../../view/states.js';
import { AllOf, chosenOf, MOST } from './chosen.js';

type Source = RowOf<'/svc/source'>;
type Run = RowOf<'/svc/source/{name}/run'>;
type Unit = RowOf<'/svc/source/{name}/run/{id}/unit'>;

/** Runs and units of work on a page. */
const [RUNS, UNITS] = [50, 500];

const TONES: Readonly<Record<Run['state'], string>> = {
  queued: 'neutral',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

/** Data sources, or the one that the address names, with its runs and their results. */
export function Sources() {
  const words = text.value.activity.sources;
  const sources = useRead(ask('/svc/source', { limit: MOST }));
  const name = route.value.path[1];
  return (
    <Fragment>
      <Card title={words.title} tools={name !== undefined && <AllOf part="sources" label={words.every} />}>
        <ReadingView of={sources} empty={words.empty} lead={<p>{words.emptyHint}</p>}>
          {({ data }) => (
            <DataTable
              label={words.title}
              columns={sourceColumns()}
              rows={chosenOf(data, (each) => each.name === name)}
              keyOf={(each) => each.name}
            />
          )}
        </ReadingView>
      </Card>
      {name !== undefined && <Runs key={name} name={name} reload={sources.retry} />}
    </Fragment>
  );
}

function sourceColumns(): readonly TableColumn<Source>[] {
  const words = text.value.activity.sources;
  return [
    {
      heading: words.source,
      cell: ({ name }) => <a href={addressOf('activity', ['sources', name])}>{name}</a>,
    },
    { heading: words.set, cell: ({ declaration }) => String(declaration.data_set ?? ''), wideOnly: true },
    {
      heading: words.last,
      cell: ({ last_run: last }) =>
        last === null ? (
          ''
        ) : (
          <span class={`badge badge-${TONES[last.state as Run['state']] ?? 'neutral'}`}>
            {words.states[last.state as Run['state']]}
          </span>
        ),
    },
    { heading: words.next, cell: ({ next_run_at: at }) => instant(at), wideOnly: true },
    {
      heading: words.changed,
      cell: ({ changed_at: at, maker }) => `${instant(at)}, ${maker}`,
      wideOnly: true,
    },
  ];
}

/** The runs of a source, the newest first; runs are started and cancelled here. */
function Runs({ name, reload }: { name: string; reload(): void }) {
  const words = text.value.activity.sources;
  const session = useSession();
  const cursor = route.value.query.get('cursor');
  const runs = useRead(ask('/svc/source/{name}/run', { cursor, limit: RUNS }, { name }));
  const path = `/svc/source/${encodeURIComponent(name)}/run`;
  const perform = (work: () => Promise<unknown>, done: string) =>
    act(words.title, work, {
      done,
      reload: () => {
        runs.retry();
        reload();
      },
    });
  const cancel = async ({ id }: Run) => {
    const isSure = await confirmDialog(words.cancelTitle, words.cancelText, { action: words.cancel });
    if (isSure) await perform(() => session.api.send('DELETE', `${path}/${id}`), words.cancelled);
  };
  const open = (run: Run) =>
    showView(words.unitsOf(run.from_date, run.to_date), session, () => <Units name={name} id={run.id} />, {
      large: true,
    });
  return (
    <Card
      title={words.runsOf(name)}
      tools={
        <Fragment>
          <button type="button" class="button" onClick={runs.retry}>
            {words.refresh}
          </button>
          <button
            type="button"
            class="button button-primary"
            onClick={() => void perform(() => session.api.send('POST', path, { body: {} }), words.begun)}
          >
            {words.run}
          </button>
        </Fragment>
      }
    >
      <PagedList
        of={runs}
        empty={words.noRuns}
        label={words.runsOf(name)}
        columns={runColumns({ open, cancel: (run) => void cancel(run) })}
      />
    </Card>
  );
}

function runColumns({
  open,
  cancel,
}: {
  open(run: Run): void;
  cancel(run: Run): void;
}): readonly TableColumn<Run>[] {
  const words = text.value.activity.sources;
  return [
    {
      heading: words.range,
      cell: (run) => (
        <button type="button" class="cell-link" onClick={() => open(run)}>
          <strong>
            {run.from_date} – {run.to_date}
          </strong>
        </button>
      ),
    },
    {
      heading: words.state,
      cell: ({ state }) => <span class={`badge badge-${TONES[state]}`}>{words.states[state]}</span>,
    },
    {
      heading: words.units,
      cell: ({ units, units_done: done, units_failed: failed }) =>
        words.unitCounts(integer(done), integer(units), integer(failed)),
    },
    { heading: words.created, cell: ({ created }) => integer(created), numeric: true, wideOnly: true },
    { heading: words.updated, cell: ({ updated }) => integer(updated), numeric: true, wideOnly: true },
    { heading: words.proposed, cell: ({ proposed }) => integer(proposed), numeric: true, wideOnly: true },
    { heading: words.rejected, cell: ({ rejected }) => integer(rejected), numeric: true, wideOnly: true },
    { heading: words.by, cell: ({ requested_by: by }) => by, wideOnly: true },
    { heading: words.ended, cell: ({ ended_at: at }) => instant(at), wideOnly: true },
    {
      heading: <span class="visually-hidden">{text.value.common.action}</span>,
      cell: (run) =>
        (run.state === 'queued' || run.state === 'running') && (
          <button type="button" class="button" onClick={() => cancel(run)}>
            {words.cancel}
          </button>
        ),
    },
  ];
}

/** The units of work of a run, with the reasons for failures. */
function Units({ name, id }: { name: string; id: string }) {
  const words = text.value.activity.sources;
  const session = useSession();
  const [cursor, setCursor] = useState<string | null>(null);
  const units = useRead(ask('/svc/source/{name}/run/{id}/unit', { cursor, limit: UNITS }, { name, id }));
  return (
    <ReadingView of={units} empty={words.noUnits} lead={null}>
      {({ data, meta }) => (
        <PagedTable
          label={words.units}
          pager={{ next: meta.next, cursor, labels: text.value.common.pages, onTurn: setCursor }}
          rows={data}
          keyOf={({ number }) => number}
          columns={[
            { heading: words.unit, cell: unitName },
            { heading: words.state, cell: ({ state }) => words.unitStates[state] },
            { heading: words.read, cell: ({ read }) => integer(read), numeric: true },
            {
              heading: words.rejected,
              cell: (unit) =>
                unit.rejects.length === 0 ? (
                  integer(unit.rejected)
                ) : (
                  <button
                    type="button"
                    class="cell-link"
                    aria-label={words.rejectsOf(unitName(unit))}
                    onClick={() => openRejects(unit, session)}
                  >
                    {integer(unit.rejected)}
                  </button>
                ),
              numeric: true,
            },
            {
              heading: words.why,
              cell: ({ failure, detail }) => [failure, detail].filter(Boolean).join(': '),
              wrap: true,
            },
          ]}
        />
      )}
    </ReadingView>
  );
}

const unitName = ({ values }: Unit): string => Object.values(values).map(String).join(' ');

/** The first rejected rows of a unit of work, as they would have been stored, with the reasons. */
function openRejects(unit: Unit, session: Session): void {
  const words = text.value.activity.sources;
  const { rejects } = unit;
  showView(
    words.rejectsOf(unitName(unit)),
    session,
    () => (
      <Fragment>
        {rejects.length < Number(unit.rejected) && (
          <p class="muted">{words.firstRejects(integer(rejects.length), integer(unit.rejected))}</p>
        )}
        <DataTable
          label={words.rejected}
          rows={rejects}
          keyOf={(_reject, index) => index}
          columns={[
            { heading: words.line, cell: ({ line }) => integer(line), numeric: true },
            { heading: words.reason, cell: ({ reason }) => reason, wrap: true },
            {
              heading: words.row,
              cell: ({ header, row }) => (
                <div class="mono">
                  {header !== null && <div class="muted">{header}</div>}
                  {row}
                </div>
              ),
              wrap: true,
            },
          ]}
        />
      </Fragment>
    ),
    { large: true },
  );
}
