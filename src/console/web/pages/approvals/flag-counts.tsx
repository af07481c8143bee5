import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import type { BodyOf } from '../../view/read.js';
import { changeQuery, type QueueQuery } from './state.js';

/**
 * How many quotes wait with each flag; pressing one limits the queue to it, pressing it again shows all. The service
 * counts the whole queue, so there are no numbers beside other filters.
 */
export function FlagCounts({
  counts,
  query,
}: {
  counts: BodyOf<'/svc/quote/approval/counts'>;
  query: QueueQuery;
}) {
  const words = text.value.approvals;
  const raisedFlags = counts.flags.filter(({ count }) => count > 0);
  const isWhole = [query.ticker, query.from_date, query.to_date, query.maker].every((value) => value === '');
  if (raisedFlags.length === 0) return null;
  return (
    <fieldset class="flag-counts" aria-label={words.flagCounts}>
      {raisedFlags.map(({ flag, count, is_more: isMore }) => (
        <button
          key={flag}
          type="button"
          class="flag-count"
          aria-pressed={query.flag === flag}
          title={words.flags[flag].meaning}
          onClick={() => changeQuery({ flag: query.flag === flag ? '' : flag })}
        >
          {words.flags[flag].name} {isWhole && <b>{`${integer(count)}${isMore ? '+' : ''}`}</b>}
        </button>
      ))}
    </fieldset>
  );
}
