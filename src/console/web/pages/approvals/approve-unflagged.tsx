import { h } from 'preact';
import { useState } from 'preact/hooks';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { cursorOf } from '../../view/pager.js';
import { confirmDialog } from '../../view/question.js';
import { ask, type BodyOf, read } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { toast, toastError } from '../../view/toast.js';
import { approveMany, type Outcome, report } from './decide.js';
import type { QueuedQuote } from './quote.js';
import type { QueueQuery } from './state.js';

/** Quotes read and approved at a time. */
const BATCH = 200;

/** Approves all quotes that match the filters and have no flag, page by page; flagged ones are left for review. */
export function ApproveUnflagged({
  query,
  total,
  onDone,
}: {
  query: QueueQuery;
  /** quotes that match */
  total: number;
  onDone(): void;
}) {
  const words = text.value.approvals.unflagged;
  const session = useSession();
  const [looked, setLooked] = useState<number | null>(null);
  const run = async () => {
    const question = words.text(integer(total));
    if (!(await confirmDialog(words.title, question, { action: words.action }))) return;
    const outcomes: Outcome[] = [];
    let flagged = 0;
    try {
      for (let cursor: string | null = ''; cursor !== null; ) {
        setLooked(outcomes.length + flagged);
        const page: BodyOf<'/svc/quote/approval'> = await read(
          session.api,
          ask('/svc/quote/approval', {
            ...query,
            ...{ flag: query.flag === '' ? null : query.flag, cursor, limit: BATCH },
          }),
        );
        const quotes = page.data as readonly QueuedQuote[];
        const sound = quotes.filter(({ flags }) => flags.length === 0);
        flagged += quotes.length - sound.length;
        outcomes.push(...(await approveMany(session.api, sound)));
        cursor = cursorOf(page.meta.next);
      }
    } catch (error) {
      toastError(text.value.approvals.couldNot, error);
    }
    setLooked(null);
    if (outcomes.some(({ why }) => why !== '')) report(session, 'approve', outcomes);
    else toast(words.done(integer(outcomes.length), integer(flagged)));
    onDone();
  };
  return (
    <button type="button" class="button" disabled={looked !== null} onClick={() => void run()}>
      {looked === null ? words.action : words.working(integer(looked), integer(total))}
    </button>
  );
}
