import { Fragment, h } from 'preact';
import { instant, price } from '../../format.js';
import { isOwn, mayApprove, mayDecide, permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { ChangesTable } from '../../view/changes-table.js';
import { DataTable } from '../../view/data-table.js';
import { promptDialog, type Typed } from '../../view/question.js';
import { ask, type BodyOf, useRead } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { Failure, ReadingView } from '../../view/states.js';
import { changesOf, keyWords, valueText } from '../../view/values.js';
import { type RecordDecisions, useRecordDecision } from './deciding.js';
import type { RecordDialog } from './record-dialog.js';

type Detail = BodyOf<'/svc/approval/{id}'>;

interface Effect {
  measure: string;
  values: readonly { symbol: string; date: string; before: unknown; after: unknown }[];
}

/** A proposal: what differs, what follows from it, and the decision. */
export function ProposalView({ id, dialog, reload }: { id: string; dialog: RecordDialog; reload(): void }) {
  const words = text.value.decisions;
  const reading = useRead({ ...ask('/svc/approval/{id}', undefined, { id }), exact: true });
  const decisions = useRecordDecision({ close: dialog.close, reload, reread: reading.retry });
  const { error } = decisions;
  return (
    <div class="stack">
      {error !== null && reading.body === null && <Failure error={error} />}
      <ReadingView of={reading} empty={words.proposals.empty} isEmpty={() => false}>
        {(proposal) => (
          <div class="stack">
            <p class="muted">
              {words.proposals.actions[proposal.action]} {proposal.resource}, {proposal.maker},{' '}
              {instant(proposal.made_at)}
            </p>
            {proposal.status !== 'pending' && <Outcome of={proposal} />}
            {proposal.is_current === false && <p class="notice notice-warn">{words.proposals.changed}</p>}
            <Differences of={proposal} />
            {proposal.effect !== null && <Follows of={proposal.effect as unknown as Effect} />}
            {proposal.import_id !== null && (
              <p>
                <a href={addressOf('approvals', ['proposals'], { import_id: proposal.import_id })}>
                  {words.proposals.ofImport}
                </a>
              </p>
            )}
            <Decision of={proposal} dialog={dialog} decisions={decisions} />
          </div>
        )}
      </ReadingView>
    </div>
  );
}

function Differences({ of: { before, after } }: { of: Detail }) {
  const words = text.value.decisions;
  return (
    <ChangesTable
      label={words.changes}
      headings={words}
      changes={changesOf({ before, after }).map(({ field, ...of }) => ({
        field,
        before: valueText(of.before),
        after: valueText(of.after),
      }))}
    />
  );
}

function Follows({ of: { measure, values } }: { of: Effect }) {
  const words = text.value.decisions;
  if (values.length === 0) return <Fragment />;
  return (
    <section>
      <h3>
        {words.proposals.effect}: {words.proposals.measures[measure] ?? measure}
      </h3>
      <DataTable
        label={words.proposals.effect}
        rows={values}
        keyOf={({ symbol, date }) => `${symbol} ${date}`}
        columns={[
          { heading: words.record, cell: ({ symbol, date }) => `${symbol} ${date}` },
          { heading: words.before, cell: ({ before }) => measureText(before), numeric: true },
          { heading: words.after, cell: ({ after }) => <strong>{measureText(after)}</strong>, numeric: true },
        ]}
      />
    </section>
  );
}

/** A resulting value: a figure with two decimals, or a day. */
const measureText = (value: unknown) => (typeof value === 'number' ? price(value) : valueText(value));

/** What became of a proposal. */
function Outcome({ of: { status, decided_by: who, decided_at: at, reason } }: { of: Detail }) {
  const facts = [who, at === null ? null : instant(at), reason].filter((each) => each !== null);
  return (
    <p class="notice">
      <strong>{text.value.decisions.proposals.statuses[status]}</strong> {facts.join(', ')}
    </p>
  );
}

/** The buttons that close a proposal, if permitted. */
function Decision({
  of: { id, key, status, maker, is_current: isCurrent },
  dialog,
  decisions: { error, isSending, decide },
}: {
  of: Detail;
  dialog: RecordDialog;
  decisions: RecordDecisions;
}) {
  const words = text.value.decisions;
  const session = useSession();
  // A decision that came too late says so.
  if (status !== 'pending') return error === null ? <Fragment /> : <Failure error={error} />;
  const end = async (how: string, done: string, reason?: Typed) => {
    const body = reason === undefined ? {} : { reason: reason.text };
    const send = async () => {
      await session.api.send('POST', `/svc/approval/${id}/${how}`, { body });
      reason?.used();
    };
    dialog.hold(true);
    await decide({ name: keyWords(key), done, send });
    dialog.hold(false);
  };
  const reject = async () => {
    const reason = await promptDialog(words.proposals.rejectWhat(keyWords(key)), words.reason, {
      action: words.proposals.reject,
      hint: words.reasonKept,
      kind: 'danger',
    });
    if (reason !== null) await end('reject', words.proposals.rejected, reason);
  };
  const mayEnd = mayDecide(session);
  const isRefused = mayEnd && !mayApprove(session, maker);
  return (
    <div class="stack">
      {isRefused && <p class="hint">{text.value.approvals.own}</p>}
      {error !== null && <Failure error={error} />}
      <div class="dialog-actions">
        {isOwn(session, maker) && permits(session, 'data:import') && (
          <button
            type="button"
            class="button"
            disabled={isSending}
            onClick={() => void end('withdraw', words.proposals.withdrawn)}
          >
            {words.proposals.withdraw}
          </button>
        )}
        {mayEnd && (
          <Fragment>
            <button
              type="button"
              class="button button-danger"
              aria-keyshortcuts="r"
              disabled={isSending}
              onClick={() => void reject()}
            >
              {words.proposals.reject}
            </button>
            {isCurrent !== false && !isRefused && (
              <button
                type="button"
                class="button button-primary"
                aria-keyshortcuts="a"
                disabled={isSending}
                onClick={() => void end('approve', words.proposals.approved)}
              >
                {words.proposals.approve}
              </button>
            )}
          </Fragment>
        )}
      </div>
    </div>
  );
}
