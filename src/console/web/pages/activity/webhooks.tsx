import { Fragment, h } from 'preact';
import { instant, integer } from '../../format.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { act } from '../../view/act.js';
import { Card } from '../../view/card.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { showView } from '../../view/dialog.js';
import { failureName } from '../../view/problem.js';
import { confirmDialog } from '../../view/question.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { ReadingView } from '../../view/states.js';
import { AllOf, chosenOf, MOST } from './chosen.js';
import { Deliveries } from './deliveries.js';
import { NewWebhook } from './new-webhook.js';

type Webhook = RowOf<'/svc/webhooks'>;

const TONES = { delivering: 'good', waiting: 'accent', failing: 'bad', paused: 'neutral' } as const;

/** Webhooks, or the one that the address names with its deliveries: their state, and what can be done about failures. */
export function Webhooks() {
  const words = text.value.activity.webhooks;
  const session = useSession();
  const reading = useRead(ask('/svc/webhooks', { limit: MOST }));
  const create = () =>
    showView(words.createTitle, session, (close) => <NewWebhook close={close} reload={reading.retry} />, {
      draftKey: 'new webhook',
    });
  const perform = (work: () => Promise<unknown>, done: string) =>
    act(words.title, work, { done, reload: reading.retry });
  const setActive = (id: string, active: boolean) => {
    const path = `/svc/webhooks/${id}`;
    const change = async () => {
      // Its settings as they are now: somebody else may have changed them since they were listed.
      const { body: settings, headers } = await session.api.send<Webhook>('GET', path);
      const { url, description, types, resources, tickers } = settings;
      const entries = Object.entries({ url, description, types, resources, tickers, active });
      const body = Object.fromEntries(entries.filter(([, value]) => value !== null));
      const etag = headers.get('ETag');
      await session.api.send('PUT', path, { body, ...(etag !== null && { headers: { 'If-Match': etag } }) });
    };
    void perform(change, words.changed);
  };
  const remove = async ({ id }: Webhook) => {
    const isSure = await confirmDialog(words.removeTitle, words.removeText, {
      action: words.removeShort,
      kind: 'danger',
    });
    if (isSure) await perform(() => session.api.send('DELETE', `/svc/webhooks/${id}`), words.removed);
  };
  const isChosen = ({ id }: Webhook) => id === route.value.path[1];
  const shownWebhook = reading.body?.data.find(isChosen);
  return (
    <Fragment>
      <Card
        title={words.title}
        tools={
          <Fragment>
            {shownWebhook !== undefined && <AllOf part="webhooks" label={words.every} />}
            <button type="button" class="button button-primary" onClick={create}>
              {words.create}
            </button>
          </Fragment>
        }
      >
        <p class="card-body muted">{words.replay}</p>
        <ReadingView of={reading} empty={words.empty} lead={null}>
          {({ data }) => (
            <DataTable
              label={words.title}
              columns={columnsOf({ setActive, remove: (webhook) => void remove(webhook) })}
              rows={chosenOf(data, isChosen)}
              keyOf={({ id }) => id}
            />
          )}
        </ReadingView>
      </Card>
      {shownWebhook !== undefined && (
        <Deliveries
          key={shownWebhook.id}
          id={shownWebhook.id}
          url={shownWebhook.url}
          reload={reading.retry}
        />
      )}
    </Fragment>
  );
}

function stateOf({ active, failures, pending }: Webhook): keyof typeof TONES {
  if (!active) return 'paused';
  if (failures > 0) return 'failing';
  return pending > 0 ? 'waiting' : 'delivering';
}

function columnsOf({
  setActive,
  remove,
}: {
  setActive(id: string, active: boolean): void;
  remove(webhook: Webhook): void;
}): readonly TableColumn<Webhook>[] {
  const words = text.value.activity.webhooks;
  return [
    {
      heading: words.url,
      cell: ({ id, url, description }) => (
        <span class="two-lines title-cell">
          <a
            href={addressOf('activity', ['webhooks', id])}
            aria-label={text.value.decisions.deliveries.show(url)}
          >
            {url}
          </a>
          {description !== null && <span class="muted">{description}</span>}
        </span>
      ),
      wrap: true,
    },
    {
      heading: words.state,
      cell: (webhook) => (
        <span class={`badge badge-${TONES[stateOf(webhook)]}`}>{words.states[stateOf(webhook)]}</span>
      ),
    },
    { heading: words.pending, cell: ({ pending }) => integer(pending), numeric: true, wideOnly: true },
    { heading: words.failures, cell: ({ failures }) => integer(failures), numeric: true, wideOnly: true },
    { heading: words.success, cell: ({ last_success_at: at }) => instant(at), wideOnly: true },
    {
      heading: words.error,
      cell: ({ last_error: error, last_error_at: at }) =>
        error === null ? '' : `${failureName(error)}, ${instant(at)}`,
      wrap: true,
      wideOnly: true,
    },
    { heading: words.next, cell: ({ next_attempt_at: at }) => instant(at), wideOnly: true },
    {
      heading: words.wants,
      cell: ({ types, resources, tickers }) =>
        [types, resources, tickers].flatMap((each) => each ?? []).join(', ') || words.everything,
      wrap: true,
      wideOnly: true,
    },
    {
      heading: <span class="visually-hidden">{text.value.common.action}</span>,
      cell: (webhook) => (
        <span class="cell-words">
          <button
            type="button"
            class="button"
            aria-label={webhook.active ? words.pause(webhook.url) : words.resume(webhook.url)}
            onClick={() => setActive(webhook.id, !webhook.active)}
          >
            {webhook.active ? words.pauseShort : words.resumeShort}
          </button>
          <button
            type="button"
            class="button"
            aria-label={words.remove(webhook.url)}
            onClick={() => remove(webhook)}
          >
            {words.removeShort}
          </button>
        </span>
      ),
    },
  ];
}
