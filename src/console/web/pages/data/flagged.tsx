import { h } from 'preact';
import { permits } from '../../rights.js';
import { text } from '../../text/language.js';
import { act } from '../../view/act.js';
import { Card } from '../../view/card.js';
import { Segmented, Select } from '../../view/choices.js';
import type { TableColumn } from '../../view/data-table.js';
import { PagedList } from '../../view/paged-list.js';
import { doubtName } from '../../view/problem.js';
import { promptDialog } from '../../view/question.js';
import { ask, type BodyOf, type RowOf, useRead } from '../../view/read.js';
import { recordAddress } from '../../view/record-address.js';
import { route, visit } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { keyWords } from '../../view/values.js';
import { doubtColumns } from './doubt-columns.js';

/** Value in the address for records with any flag. */
const ANY = 'any';

type Doubtful = RowOf<'/svc/datasets/{name}/flagged'>;
type Flags = BodyOf<'/svc/datasets/{name}'>['flags'];

/** Stored records of a data set that are likely wrong; searched on request. */
export function Flagged({ name, flags }: { name: string; flags: Flags }) {
  const words = text.value.decisions.flagged;
  const flag = route.value.query.get('flagged');
  if (flag !== null) return <Doubts name={name} flags={flags} flagged={flag} />;
  return (
    <Card title={words.title}>
      <p class="card-body">
        <button type="button" class="button" onClick={() => visit({ flagged: ANY })}>
          {words.find}
        </button>
      </p>
    </Card>
  );
}

/** The records with a flag, or those confirmed by somebody, each with a link to its form. */
function Doubts({ name, flags, flagged }: { name: string; flags: Flags; flagged: string }) {
  const words = text.value.decisions;
  const { query } = route.value;
  const cursor = query.get('after');
  const isDismissed = query.get('dismissed') === 'true';
  const flag = flagged === ANY ? null : flagged;
  const reading = useRead(
    ask('/svc/datasets/{name}/flagged', { flag, dismissed: isDismissed, cursor, limit: 20 }, { name }),
  );
  const decide = useDecision(name, reading.retry);
  return (
    <Card
      title={words.flagged.title}
      tools={<Choices flags={flags} flagged={flagged} dismissed={isDismissed} />}
    >
      <p class="card-body muted">{isDismissed ? words.flagged.dismissedMeaning : words.flagged.meaning}</p>
      <PagedList
        of={reading}
        empty={isDismissed ? words.flagged.noneDismissed : words.flagged.empty}
        label={words.flagged.title}
        columns={[
          {
            heading: words.record,
            cell: ({ key }) => <a href={recordAddress(name, key)}>{keyWords(key)}</a>,
          },
          ...doubtColumns(flags, isDismissed),
          ...(decide === null ? [] : [decisionColumn(decide, isDismissed)]),
        ]}
        cursorName="after"
      />
    </Card>
  );
}

function Choices({ flags, flagged, dismissed }: { flags: Flags; flagged: string; dismissed: boolean }) {
  const words = text.value.decisions;
  return [
    <Segmented
      key="standing"
      label={words.status}
      choices={[
        { value: 'standing', label: words.flagged.standing },
        { value: 'dismissed', label: words.flagged.dismissed },
      ]}
      value={dismissed ? 'dismissed' : 'standing'}
      onChoose={(chosen) => visit({ dismissed: chosen === 'dismissed' ? 'true' : null, after: null })}
    />,
    <Select
      key="flag"
      label={words.flagged.flag}
      choices={[
        { value: ANY, label: words.any },
        ...flags.map((each) => ({ value: each.flag, label: doubtName(each.flag) })),
      ]}
      value={flagged}
      onChoose={(chosen) => visit({ flagged: chosen, after: null })}
    />,
  ];
}

type Decide = (record: Doubtful, how: 'dismiss' | 'revoke') => Promise<void>;

/** Asks why, and dismisses or reinstates the flags of a record; null if not permitted. */
function useDecision(name: string, reload: () => void): Decide | null {
  const session = useSession();
  const words = text.value.decisions;
  if (!permits(session, 'quarantine:decide')) return null;
  return async ({ id, key }, how) => {
    const { action, what, done } = words.flagged.decisions[how];
    const reason = await promptDialog(what(keyWords(key)), words.reason, { action, hint: words.reasonKept });
    if (reason === null) return;
    const path = `/svc/datasets/${encodeURIComponent(name)}/flagged/${id}/${how}`;
    const send = async () => {
      await session.api.send('POST', path, { body: { reason: reason.text } });
      reason.used();
    };
    await act(words.flagged.title, send, { done: `${keyWords(key)}: ${done}`, reload });
  };
}

function decisionColumn(decide: Decide, dismissed: boolean): TableColumn<Doubtful> {
  const how = dismissed ? 'revoke' : 'dismiss';
  const { action, what } = text.value.decisions.flagged.decisions[how];
  return {
    heading: text.value.common.action,
    cell: (record) => (
      <button
        type="button"
        class="button"
        aria-label={what(keyWords(record.key))}
        onClick={() => void decide(record, how)}
      >
        {action}
      </button>
    ),
  };
}
