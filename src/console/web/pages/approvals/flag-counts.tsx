import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { ask, useRead } from '../../view/read.js';
import { MissingParts } from '../../view/states.js';
import { changeQuery, type QueueQuery } from './state.js';

/** How many quotes wait with each flag; pressing one limits the queue to it, pressing it again shows all. */
export function FlagCounts({ query }: { query: QueueQuery }) {
  const words = text.value.approvals;
  const counts = useRead(ask('/svc/quote/approval/counts'));
  const raised = (counts.body?.flags ?? []).filter(({ count }) => count > 0);
  if (raised.length === 0) return <MissingParts of={[counts]} />;
  return (
    <fieldset class="flag-counts" aria-label={words.flagCounts}>
      {raised.map(({ flag, count, is_more: isMore }) => (
        <button
          key={flag}
          type="button"
          class="flag-count"
          aria-pressed={query.flag === flag}
          title={words.flags[flag].meaning}
          onClick={() => changeQuery({ flag: query.flag === flag ? '' : flag })}
        >
          {words.flags[flag].name} <b>{`${integer(count)}${isMore ? '+' : ''}`}</b>
        </button>
      ))}
    </fieldset>
  );
}
