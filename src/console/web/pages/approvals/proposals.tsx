import { Fragment, h } from 'preact';
import { instant, integer } from '../../format.js';
import { mayApprove, mayDecide } from '../../rights.js';
import { text } from '../../text/language.js';
import { Segmented } from '../../view/choices.js';
import { useDataSetNames } from '../../view/data-set-names.js';
import type { TableColumn } from '../../view/data-table.js';
import { Field } from '../../view/field.js';
import { FilterForm, FREE_TEXT } from '../../view/filter-form.js';
import { useOwnId } from '../../view/id.js';
import { PagedList } from '../../view/paged-list.js';
import { ask, type QueryOf, useRead } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { MissingParts } from '../../view/states.js';
import { keyWords, summaryOf } from '../../view/values.js';
import { useDecidable } from './decidable.js';
import { nameOf, type Proposal, questionOf } from './decide-proposals.js';
import { decidedColumn, recordColumn } from './decision-columns.js';
import { ProposalView } from './proposal.js';

type Query = QueryOf<'/svc/approval'>;

/** Proposals on a page: those of many dividends or trading days are decided on together. */
const PAGE = 100;
const DECISIONS = ['reject', 'approve'] as const;
const STATUSES = ['pending', 'approved', 'rejected', 'withdrawn', 'superseded'] as const;
const FILTERS = ['resource', 'maker', 'import_id'] as const;

/** Writes to governed data sets, by the filters of the address. */
export function Proposals() {
  const words = text.value.decisions;
  const session = useSession();
  const { query } = route.value;
  const status = STATUSES.find((each) => each === query.get('status')) ?? 'pending';
  const cursor = query.get('cursor');
  const reading = useRead({
    ...ask('/svc/approval', {
      ...(Object.fromEntries(FILTERS.map((name) => [name, query.get(name)])) as Query),
      ...{ status, cursor, limit: PAGE, total: true },
    }),
    exact: true,
  });
  const { frame, open, selectColumns, rowProps, buttons } = useDecidable({
    rows: reading.body?.data ?? [],
    reading,
    decisions: status === 'pending' && mayDecide(session) ? DECISIONS : [],
    isSelectable: ({ maker }: Proposal) => mayApprove(session, maker),
    question: (what, targets) => questionOf(session, what, targets),
    // It reads the proposal, and offers what can be done with it by then.
    viewOf: ({ id, key }) => ({
      title: keyWords(key),
      content: (dialog) => <ProposalView id={id} dialog={dialog} reload={reading.retry} />,
    }),
    nameOf,
    keys: words.proposals.keys,
    onDecided: () => undefined,
  });
  const titleId = useOwnId();
  return (
    <div class="stack">
      <p class="muted">{words.proposals.meaning}</p>
      <Segmented
        label={words.status}
        choices={STATUSES.map((value) => ({ value, label: words.proposals.statuses[value] }))}
        value={status}
        onChoose={(choice) => visit({ status: choice === 'pending' ? null : choice, cursor: null })}
      />
      <ProposalFilters />
      <section class="card" aria-labelledby={titleId} ref={frame}>
        <div class="card-head queue-head">
          <h2 id={titleId}>{words.proposals.title}</h2>
          <div class="toolbar">
            {reading.body !== null && <span class="muted">{integer(reading.body.meta.total ?? 0)}</span>}
            {selectColumns.length > 0 && buttons}
          </div>
        </div>
        <PagedList
          of={reading}
          empty={words.proposals.empty}
          label={words.proposals.title}
          columns={[...selectColumns, ...columnsOf(open)]}
          rowProps={rowProps}
        />
      </section>
    </div>
  );
}

function ProposalFilters() {
  const words = text.value.decisions;
  const { query } = route.value;
  const resource = query.get('resource') ?? '';
  const { names, sets } = useDataSetNames(resource);
  return (
    <Fragment>
      <MissingParts of={[sets]} />
      <FilterForm
        label={words.filters}
        values={{ resource, maker: query.get('maker') ?? '' }}
        apply={({ resource = '', maker = '' }) => visit({ resource, maker, cursor: null })}
        clear={() => visit({ resource: null, maker: null, import_id: null, cursor: null })}
      >
        <Field label={words.set}>
          {(labelled) => (
            <select {...labelled} class="input" name="resource">
              <option value="">{words.any}</option>
              {names
                .filter((name) => name !== 'quote')
                .map((name) => (
                  <option key={name} value={name} selected={name === resource}>
                    {name}
                  </option>
                ))}
            </select>
          )}
        </Field>
        <Field label={words.maker}>
          {(labelled) => (
            <input {...labelled} {...FREE_TEXT} name="maker" defaultValue={query.get('maker') ?? ''} />
          )}
        </Field>
      </FilterForm>
    </Fragment>
  );
}

function columnsOf(open: (proposal: Proposal) => void): readonly TableColumn<Proposal>[] {
  const words = text.value.decisions;
  return [
    recordColumn(open),
    {
      heading: words.what,
      cell: ({ action, resource }) => (
        <span class="cell-words">
          <span class="badge badge-neutral">{words.proposals.actions[action]}</span> {resource}
        </span>
      ),
    },
    {
      heading: words.changes,
      cell: (proposal) => summaryOf(proposal, proposal.key),
      wrap: true,
    },
    { heading: words.maker, cell: ({ maker }) => maker, wrap: true },
    { heading: words.when, cell: ({ made_at: at }) => instant(at) },
    decidedColumn(),
  ];
}
