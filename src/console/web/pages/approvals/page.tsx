import { nameOf as callerName, permits } from '../../rights.js';
import { text } from '../../text/language.js';
import { useState } from '../../vendor/hooks.js';
import { h } from '../../vendor/preact.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { Filters } from './filters.js';
import { FlagCounts } from './flag-counts.js';
import { Queue } from './queue.js';
import { wantedOf } from './state.js';

/** The page: what waits, by the filters of its address. */
export function ApprovalsPage() {
  const wanted = wantedOf(route.value);
  const session = useSession();
  const words = text.value.approvals;
  const [decided, setDecided] = useState(0);
  // An approval is a person's.
  const mayDecide = permits(session, 'quote:approve') && session.caller.principal !== null;
  const refusal = permits(session, 'quote:approve')
    ? words.noPerson(callerName(session))
    : words.lacksPermission(callerName(session), session.caller.role);
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      <Filters wanted={wanted} />
      {wanted.status === 'pending' && <FlagCounts key={decided} wanted={wanted} />}
      {!mayDecide && <p class="notice">{refusal}</p>}
      {/* Another address is another queue: rows and selection of the one before go at once. */}
      <Queue
        key={JSON.stringify(wanted)}
        wanted={wanted}
        mayDecide={mayDecide}
        onDecided={() => setDecided((before) => before + 1)}
      />
    </div>
  );
}
