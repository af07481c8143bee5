import { h } from 'preact';
import { useState } from 'preact/hooks';
import { instant, integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Segmented } from '../../view/choices.js';
import type { TableColumn } from '../../view/data-table.js';
import { PagedList } from '../../view/paged-list.js';
import { failureName } from '../../view/problem.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { toast, toastError, toastWarning } from '../../view/toast.js';

type Delivery = RowOf<'/svc/webhooks/{id}/delivery'>;

const STATES = ['all', 'failed'] as const;

/** Deliveries to a webhook, the newest first; each can be sent again. */
export function Deliveries({ id, url, reload }: { id: string; url: string; reload(): void }) {
  const words = text.value.decisions;
  const session = useSession();
  const { query } = route.value;
  const cursor = query.get('cursor');
  const state = STATES.find((each) => each === query.get('state')) ?? 'all';
  const [isBusy, setBusy] = useState(false);
  const reading = useRead(
    ask('/svc/webhooks/{id}/delivery', { limit: 50, cursor, state: state === 'all' ? null : state }, { id }),
  );
  const replay = async ({ id: delivery }: Delivery) => {
    setBusy(true);
    try {
      const { body } = await session.api.send<Delivery>(
        'POST',
        `/svc/webhooks/${id}/delivery/${delivery}/replay`,
      );
      if (body.error === null) toast(words.deliveries.accepted);
      else toastWarning(words.deliveries.title, words.deliveries.refused(failureName(body.error)));
    } catch (error) {
      toastError(words.deliveries.title, error);
    }
    setBusy(false);
    reading.retry();
    reload();
  };
  return (
    <Card
      title={words.deliveries.of(url)}
      tools={
        <Segmented
          label={words.deliveries.shown}
          choices={STATES.map((value) => ({
            value,
            label: value === 'all' ? words.deliveries.all : words.deliveries.failedOnly,
          }))}
          value={state}
          onChoose={(chosen) => visit({ state: chosen === 'all' ? null : chosen, cursor: null })}
        />
      }
    >
      <PagedList
        of={reading}
        empty={words.deliveries.empty}
        lead={<p>{words.deliveries.emptyHint}</p>}
        label={words.deliveries.of(url)}
        columns={columnsOf((delivery) => void replay(delivery), isBusy)}
      />
    </Card>
  );
}

function columnsOf(replay: (delivery: Delivery) => void, isBusy: boolean): readonly TableColumn<Delivery>[] {
  const words = text.value.decisions.deliveries;
  return [
    { heading: words.last, cell: ({ last_attempt_at: at }) => instant(at) },
    {
      heading: words.state,
      cell: ({ state }) => (
        <span class={`badge badge-${state === 'failed' ? 'bad' : 'good'}`}>{words.states[state]}</span>
      ),
    },
    { heading: words.why, cell: ({ error }) => (error === null ? '' : failureName(error)), wideOnly: true },
    { heading: words.attempts, cell: ({ attempts }) => integer(attempts), numeric: true, wideOnly: true },
    { heading: words.events, cell: ({ events }) => integer(events), numeric: true, wideOnly: true },
    {
      heading: words.range,
      cell: ({ first_event: first, last_event: last }) => (first === last ? first : `${first} – ${last}`),
      wideOnly: true,
    },
    {
      heading: <span class="visually-hidden">{text.value.common.action}</span>,
      cell: (delivery) => (
        <button
          type="button"
          class="button"
          aria-label={words.sendAgain(delivery.first_event)}
          disabled={isBusy}
          onClick={() => replay(delivery)}
        >
          {words.again}
        </button>
      ),
    },
  ];
}
