import { h } from 'preact';
import { integer } from '../../format.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { reasonOf } from '../../view/problem.js';
import { promptDialog, type Typed } from '../../view/question.js';
import type { RowOf } from '../../view/read.js';
import { keyWords } from '../../view/values.js';
import type { Send } from './deciding.js';
import { type Decision, decideEach, endReason, type Outcome, report, subjectOf } from './outcomes.js';

export type Proposal = RowOf<'/svc/approval'>;

/** The display name of a proposal among those of other data sets. */
export const nameOf = ({ resource, key }: Proposal) => `${resource} ${keyWords(key)}`;

/** Asks for the reason of a decision on proposals; returns what sends it, or null if the reader cancels. */
export async function questionOf(
  session: Session,
  what: Decision,
  proposals: readonly Proposal[],
): Promise<Send | null> {
  const words = text.value.decisions;
  const [first] = proposals;
  const subject =
    proposals.length === 1 && first !== undefined
      ? nameOf(first)
      : words.proposals.many(integer(proposals.length));
  const about = subjectOf(what, proposals);
  const detail = <Counts of={proposals} />;
  const reason =
    what === 'approve'
      ? await promptDialog(words.proposals.approveWhat(subject), words.reason, {
          ...{ about, detail, action: words.proposals.approve, hint: words.imports.reasonHint, value: '' },
        })
      : await promptDialog(words.proposals.rejectWhat(subject), words.reason, {
          ...{ about, detail, action: words.proposals.reject, hint: words.reasonKept, kind: 'danger' },
        });
  return reason && (() => decide(session, what, proposals, reason));
}

/** How many proposals there are of each data set and action. */
function Counts({ of }: { of: readonly Proposal[] }) {
  const counts = new Map<string, number>();
  for (const { resource, action } of of) {
    const name = `${resource}: ${text.value.decisions.proposals.actions[action]}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (
    <dl class="figures">
      {[...counts].map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{integer(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Decides on each and reports the outcomes. A proposal never changes, another one takes its place; so its identifier
 * stands for what was shown, and a decision that is sent again, because its answer was lost, changes nothing.
 */
async function decide(
  session: Session,
  what: Decision,
  proposals: readonly Proposal[],
  reason: Typed,
): Promise<void> {
  const outcomes: Outcome[] = [];
  const sentIds = new Set<string>();
  const body = reason.text === '' ? {} : { reason: reason.text };
  const send = ({ id }: Proposal) => {
    sentIds.add(id);
    return session.api.send('POST', `/svc/approval/${id}/${what}`, { body });
  };
  // The oldest first, as an import is approved.
  const inOrder = proposals.toSorted((one, other) => one.made_at.localeCompare(other.made_at));
  try {
    await decideEach(inOrder, { send, nameOf, outcomes });
  } catch (error) {
    const answeredIds = new Set(outcomes.map(({ id }) => id));
    const why = reasonOf(error);
    for (const each of inOrder.filter(({ id }) => !answeredIds.has(id)))
      outcomes.push({
        id: each.id,
        name: nameOf(each),
        why: sentIds.has(each.id) ? why : { words: text.value.decisions.proposals.notSent },
      });
  }
  endReason(reason, what, proposals, outcomes);
  report(session, what, outcomes, (count) => text.value.decisions.proposals.many(integer(count)));
}
