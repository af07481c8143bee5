import { Fragment, h } from 'preact';
import { text } from '../../text/language.js';
import { daysBefore, marketToday } from '../../view/days.js';
import { ask, type BodyOf, type Reading, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { MissingParts, ReadingView } from '../../view/states.js';
import { Coverage } from './coverage.js';
import { DataSetPage } from './data-set.js';
import { DataSets, Summary } from './overview.js';

/** The page: all data sets, or the one named by the address. */
export function DataPage() {
  const [name] = route.value.path;
  const sets = useRead(ask('/svc/datasets', { limit: 100 }));
  return (
    <div class="stack">
      {name === undefined ? <Overview of={sets} /> : <DataSetPage key={name} name={name} sets={sets} />}
    </div>
  );
}

function Overview({ of }: { of: Reading<BodyOf<'/svc/datasets'>> }) {
  const words = text.value.data;
  const open = useRead(
    ask('/reference/settlement', {
      country: 'VN',
      status: 'open',
      to_date: daysBefore(marketToday(), 1), // the quotes of today come after the close
      order: 'desc',
      limit: 1,
    }),
  );
  return (
    <Fragment>
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      <ReadingView of={of} empty={words.sets}>
        {({ data }) => (
          <div class="stack">
            <Summary sets={data} />
            <MissingParts of={[open]} />
            <DataSets sets={data} tradingDay={open.body === null ? null : open.body.data[0]?.date} />
          </div>
        )}
      </ReadingView>
      <Coverage sets={of.body?.data ?? []} />
    </Fragment>
  );
}
