import { h } from 'preact';
import { NOTHING, percent, price } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable } from '../../view/data-table.js';
import { companyAddress } from '../../view/links.js';
import { ask, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';

/** Maximum members shown, the heaviest first. */
const LIMIT = 30;

/** An index, and its composition on a day. */
export function Members({ code, date }: { code: string; date: string | null }) {
  const words = text.value.market.members;
  const about = useRead(ask('/index/{code}', { date }, { code }));
  const members = useRead(ask('/index/constituents', { code, date, limit: LIMIT }));
  return (
    <Card title={words.title(code)} wide>
      <ReadingView of={about} empty={words.empty} isEmpty={() => false}>
        {({ name, description, constituent_count: count, base_date: base }) => (
          <p class="card-body">
            {[name, description, words.count(count ?? 0), base === null ? null : words.since(base)]
              .filter((part) => part !== null)
              .join(' · ')}
          </p>
        )}
      </ReadingView>
      <ReadingView of={members} empty={words.empty}>
        {({ data }) => (
          <DataTable
            label={words.title(code)}
            rows={data}
            keyOf={({ ticker }) => ticker}
            columns={[
              {
                heading: text.value.common.ticker,
                cell: ({ ticker }) => <a href={companyAddress(ticker)}>{ticker}</a>,
              },
              { heading: words.name, cell: ({ name }) => name ?? NOTHING, wrap: true, wideOnly: true },
              { heading: words.close, cell: ({ close }) => price(close), numeric: true },
              {
                heading: words.weight,
                cell: ({ weight_percent: weight }) => (weight === null ? NOTHING : percent(weight)),
                numeric: true,
              },
            ]}
          />
        )}
      </ReadingView>
    </Card>
  );
}
