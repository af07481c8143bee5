import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { instant } from '../../format.js';
import { permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Select } from '../../view/choices.js';
import { useDataSetNames } from '../../view/data-set-names.js';
import { DataTable } from '../../view/data-table.js';
import { adjust, route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { Failure, MissingParts } from '../../view/states.js';
import { keyWords } from '../../view/values.js';
import { type LiveEvent, useFeed } from './event-feed.js';

const TONES = { live: 'good', paused: 'neutral', broken: 'warn' } as const;

/** Events as they happen. */
export function Events() {
  const words = text.value.activity.events;
  const [isPaused, setPaused] = useState(false);
  const resource = route.value.query.get('resource') ?? '';
  const { names, sets } = useDataSetNames(resource);
  const { events, state, refusal, retry } = useFeed(resource, isPaused);
  const choices = ['', ...names].map((name) => ({ value: name, label: name || words.all }));
  return (
    <Card
      title={words.title}
      tools={
        <Fragment>
          <span class={`badge badge-${TONES[state]}`} role="status">
            {words[state]}
          </span>
          <Select
            label={words.type}
            choices={choices}
            value={resource}
            onChoose={(value) => adjust({ resource: value })}
          />
          <button type="button" class="button" onClick={() => setPaused(!isPaused)}>
            {isPaused ? words.resume : words.pause}
          </button>
        </Fragment>
      }
    >
      <p class="card-body muted">{words.meaning}</p>
      <MissingParts of={[sets]} />
      {refusal !== null && (
        <div class="card-body">
          <Failure error={refusal} retry={retry} />
        </div>
      )}
      {events.length === 0 ? (
        <p class="state">{words.waiting}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={events}
          keyOf={({ id }) => id}
          columns={[
            { heading: words.when, cell: ({ timestamp }) => instant(timestamp) },
            { heading: words.event, cell: ({ type }) => <code>{type}</code> },
            { heading: words.record, cell: (event) => <Subject of={event} />, wrap: true },
          ]}
        />
      )}
    </Card>
  );
}

/** The record of an event, linked to its history if permitted; for a batch its counts. */
function Subject({ of: { key, record_id: id, resource, counts } }: { of: LiveEvent }) {
  const session = useSession();
  const keyLabel = keyWords(key ?? counts ?? {});
  if (id === null || !permits(session, 'audit:read')) return <Fragment>{keyLabel}</Fragment>;
  return <a href={addressOf('activity', ['audit'], { resource, record_id: id })}>{keyLabel}</a>;
}
