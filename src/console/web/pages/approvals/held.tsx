import { h } from 'preact';
import { instant, integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Segmented } from '../../view/choices.js';
import type { TableColumn } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { Field } from '../../view/field.js';
import { FilterForm, FREE_TEXT } from '../../view/filter-form.js';
import { PagedList } from '../../view/paged-list.js';
import { doubtName } from '../../view/problem.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { keyWords } from '../../view/values.js';
import { decidedColumn, recordColumn } from './decision-columns.js';
import { findingsOf, HeldRow } from './held-row.js';

type Row = RowOf<'/svc/quarantine'>;

const PAGE = 50;
const STATES = ['waiting', 'released', 'corrected', 'rejected', 'superseded'] as const;

/** Rows of sources that the quality gate held back, by the filters of the address. */
export function HeldRows() {
  const words = text.value.decisions;
  const session = useSession();
  const { query } = route.value;
  const state = STATES.find((each) => each === query.get('state')) ?? 'waiting';
  const cursor = query.get('cursor');
  const [ticker, source] = [query.get('ticker'), query.get('source')];
  const reading = useRead(
    ask('/svc/quarantine', { state, ticker, source, cursor, limit: PAGE, total: true }),
  );
  const open = ({ id, key }: Row) =>
    showView(keyWords(key), session, (close) => <HeldRow id={id} close={close} reload={reading.retry} />, {
      large: true,
      draftKey: `held ${id}`,
    });
  return (
    <div class="stack">
      <p class="muted">{words.held.meaning}</p>
      <Segmented
        label={words.status}
        choices={STATES.map((value) => ({ value, label: words.held.states[value] ?? value }))}
        value={state}
        onChoose={(chosen) => visit({ state: chosen === 'waiting' ? null : chosen, cursor: null })}
      />
      <FilterForm
        label={words.filters}
        values={{ ticker: ticker ?? '', source: source ?? '' }}
        apply={(values) =>
          visit({ ticker: (values.ticker ?? '').toUpperCase(), source: values.source ?? '', cursor: null })
        }
        clear={() => visit({ ticker: null, source: null, cursor: null })}
      >
        {(['ticker', 'source'] as const).map((name) => (
          <Field key={name} label={words[name]}>
            {(labelled) => (
              <input {...labelled} {...FREE_TEXT} name={name} defaultValue={query.get(name) ?? ''} />
            )}
          </Field>
        ))}
      </FilterForm>
      <Card
        title={words.held.title}
        tools={reading.body !== null && <span class="muted">{integer(reading.body.meta.total ?? 0)}</span>}
      >
        <PagedList of={reading} empty={words.held.empty} label={words.held.title} columns={columnsOf(open)} />
      </Card>
    </div>
  );
}

function columnsOf(open: (row: Row) => void): readonly TableColumn<Row>[] {
  const words = text.value.decisions;
  return [
    recordColumn(open),
    { heading: words.set, cell: ({ resource }) => resource },
    {
      heading: words.held.found,
      cell: (row) => (
        <span class="cell-words">
          {findingsOf(row).map(({ rule }) => (
            <span key={rule} class="badge badge-warn">
              {doubtName(rule)}
            </span>
          ))}
        </span>
      ),
    },
    { heading: words.source, cell: ({ source }) => source },
    { heading: words.when, cell: ({ created_at: at }) => instant(at) },
    decidedColumn(),
  ];
}
