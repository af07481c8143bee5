import { instant } from '../../format.js';
import { text } from '../../text/language.js';
import { h } from '../../vendor/preact.js';
import { Card } from '../../view/card.js';
import { Select } from '../../view/choices.js';
import { PagedTable } from '../../view/paged-table.js';
import { ask, type BodyOf, useRead } from '../../view/read.js';
import { recordAddress } from '../../view/record-address.js';
import { route, visit } from '../../view/route.js';
import { Shown } from '../../view/states.js';
import { keyWords } from '../../view/values.js';

/** In the address: records with any flag. */
const ANY = 'any';

/** Stored records of a data set that are likely wrong, each with a way to its form; looked for when asked. */
export function Flagged({ name, flags }: { name: string; flags: BodyOf<'/svc/datasets/{name}'>['flags'] }) {
  const words = text.value.decisions;
  const { query } = route.value;
  const [flagged, cursor] = [query.get('flagged'), query.get('after')];
  const meanings = new Map(flags.map(({ flag, detail }) => [flag, detail]));
  const flag = flagged === ANY ? null : flagged;
  const reading = useRead(
    flagged === null ? null : ask('/svc/datasets/{name}/flagged', { flag, cursor, limit: 20 }, { name }),
  );
  if (flagged === null) {
    return (
      <Card title={words.flagged.title}>
        <p class="card-body">
          <button type="button" class="button" onClick={() => visit({ flagged: ANY })}>
            {words.flagged.find}
          </button>
        </p>
      </Card>
    );
  }
  return (
    <Card
      title={words.flagged.title}
      tools={
        <Select
          label={words.flagged.flag}
          choices={[
            { value: ANY, label: words.any },
            ...flags.map((each) => ({ value: each.flag, label: each.flag.replaceAll('_', ' ') })),
          ]}
          value={flagged}
          onChoose={(chosen) => visit({ flagged: chosen, after: null })}
        />
      }
    >
      <p class="card-body muted">{words.flagged.meaning}</p>
      <Shown of={reading} empty={words.flagged.empty} lead={null}>
        {({ data, meta }) => (
          <PagedTable
            label={words.flagged.title}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: words.record,
                cell: ({ key }) => <a href={recordAddress(name, key)}>{keyWords(key)}</a>,
              },
              {
                heading: words.flagged.flags,
                cell: ({ flags: found }) => found.map((each) => meanings.get(each) ?? each).join('; '),
                wrap: true,
              },
              { heading: words.who, cell: ({ maker }) => maker, wrap: true, wideOnly: true },
              { heading: words.when, cell: ({ timestamp }) => instant(timestamp), wideOnly: true },
            ]}
            pager={{ next: meta.next, cursor, labels: words, onTurn: (to) => visit({ after: to }) }}
          />
        )}
      </Shown>
    </Card>
  );
}
