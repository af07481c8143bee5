import { Fragment, h } from 'preact';
import { nameOf } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import type { Form } from '../../view/data-set-form.js';
import { titleOf } from '../../view/data-set-names.js';
import { DataTable } from '../../view/data-table.js';
import { ask, type BodyOf, type Reading, useRead } from '../../view/read.js';
import { useRight, useSession } from '../../view/session.js';
import { Empty, Failure, Loading } from '../../view/states.js';
import { Coverage } from './coverage.js';
import { READERS } from './days-of.js';
import { RecordEntry } from './entry.js';
import { Flagged } from './flagged.js';
import { type DataSet, Summary } from './overview.js';

/** A data set: its fields, its uses, its days, and its records one by one. */
export function DataSetPage({ name, sets }: { name: string; sets: Reading<BodyOf<'/svc/datasets'>> }) {
  const words = text.value.data;
  const session = useSession();
  const { may: mayWrite, isShown } = useRight('data:import');
  const set = sets.body?.data.find((each) => each.name === name);
  const form = useRead(set === undefined ? null : ask('/svc/datasets/{name}', undefined, { name }));
  if (sets.error !== null && !sets.isLoading) return <Failure error={sets.error} retry={sets.retry} />;
  if (sets.body === null) return <Loading />;
  if (set === undefined) return <Unknown name={name} />;
  return (
    <Fragment>
      <header class="page-head">
        <h1>{titleOf(set)}</h1>
        <div class="toolbar">
          <a class="button" href={addressOf('data')}>
            {words.detail.back}
          </a>
          {mayWrite && (
            <a class="button" href={addressOf('import', [], { set: name })}>
              {words.detail.import}
            </a>
          )}
        </div>
      </header>
      <Summary sets={[set]} only={set} />
      {name in READERS && set.row_count > 0 && <Coverage sets={sets.body.data} only={name} />}
      {form.error !== null && !form.isLoading && <Failure error={form.error} retry={form.retry} />}
      {form.body !== null && !mayWrite && <p class="notice">{words.entry.needs(nameOf(session))}</p>}
      {form.body !== null && isShown && <RecordEntry form={form.body} />}
      {form.body !== null && form.body.flags.length > 0 && <Flagged name={name} flags={form.body.flags} />}
      {form.body !== null && <Fields form={form.body} />}
      {set.unlocks.length > 0 && <Unlocks set={set} />}
    </Fragment>
  );
}

function Unknown({ name }: { name: string }) {
  const words = text.value.data.detail;
  return (
    <Fragment>
      <header class="page-head">
        <h1>{text.value.data.title}</h1>
      </header>
      <Empty title={words.unknown(name)}>
        <a class="button button-primary" href={addressOf('data')}>
          {words.back}
        </a>
      </Empty>
    </Fragment>
  );
}

function Fields({ form: { fields } }: { form: Form }) {
  const words = text.value.data.detail;
  return (
    <Card title={words.fields}>
      <DataTable
        label={words.fields}
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          { heading: words.field, cell: ({ name }) => <code>{name}</code> },
          { heading: words.type, cell: ({ type }) => type },
          {
            heading: words.required,
            cell: ({ key, required }) => (key ? words.key : required ? words.yes : ''),
          },
          { heading: words.values, cell: ({ choices }) => choices.join(', '), wrap: true, wideOnly: true },
          {
            heading: words.headings,
            cell: ({ column_names: names }) => names.slice(0, 4).join(', '),
            wrap: true,
            wideOnly: true,
          },
        ]}
      />
    </Card>
  );
}

function Unlocks({ set }: { set: DataSet }) {
  const words = text.value.data.detail;
  return (
    <Card title={words.unlocks}>
      <DataTable
        label={words.unlocks}
        rows={set.unlocks}
        keyOf={({ path }, at) => `${path} ${at}`}
        columns={[
          { heading: words.endpoint, cell: ({ path }) => <code>{path}</code> },
          { heading: words.gives, cell: ({ gives }) => gives, wrap: true },
        ]}
      />
    </Card>
  );
}
