import { Fragment, h } from 'preact';
import { nameOf as callerName, mayDecide as mayCallerDecide, permits } from '../../rights.js';
import { text } from '../../text/language.js';
import { ask, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { Filters } from './filters.js';
import { FlagCounts } from './flag-counts.js';
import { HeldRows } from './held.js';
import { Imports } from './imports.js';
import { type Part, Parts, partOf, refusalOf } from './parts.js';
import { Proposals } from './proposals.js';
import { Queue } from './queue.js';
import { type QueueQuery, queueQueryOf } from './state.js';

/** The page: pending decisions, one part at a time. */
export function ApprovalsPage() {
  const session = useSession();
  const part = partOf(route.value.path);
  const refusal = refusalOf(part, session);
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{text.value.approvals.title}</h1>
      </header>
      <Parts current={part} />
      {refusal === null ? <ShownPart part={part} /> : <p class="notice">{refusal}</p>}
    </div>
  );
}

function ShownPart({ part }: { part: Part }) {
  const session = useSession();
  const words = text.value.approvals;
  if (part === 'held') return <HeldRows />;
  const mayDecide = mayCallerDecide(session);
  const refusal = permits(session, 'quote:approve')
    ? words.noPerson(callerName(session))
    : words.lacksPermission(callerName(session), session.caller.role);
  return (
    <Fragment>
      {!mayDecide && <p class="notice">{refusal}</p>}
      {part === 'quotes' && <Quotes mayDecide={mayDecide} />}
      {part === 'proposals' && <Proposals />}
      {part === 'imports' && <Imports mayDecide={mayDecide} />}
    </Fragment>
  );
}

/** Quotes, by the filters of the address. */
function Quotes({ mayDecide }: { mayDecide: boolean }) {
  const query = queueQueryOf(route.value);
  return (
    <Fragment>
      <Filters query={query} />
      <Decisions query={query} mayDecide={mayDecide} />
    </Fragment>
  );
}

/** The queue with the counts of its flags, which a decision changes; it leaves what is typed into the filters alone. */
function Decisions({ query, mayDecide }: { query: QueueQuery; mayDecide: boolean }) {
  const counts = useRead(query.status === 'pending' ? ask('/svc/quote/approval/counts') : null);
  return (
    <Fragment>
      {counts.body !== null && <FlagCounts counts={counts.body} query={query} />}
      {/* Another address is another queue: rows and selection of the previous one go immediately. */}
      <Queue
        key={JSON.stringify(query)}
        query={query}
        mayDecide={mayDecide}
        counts={counts}
        onDecided={counts.retry}
      />
    </Fragment>
  );
}
