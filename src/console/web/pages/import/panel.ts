import { type Api, isAborted } from '../../api.js';
import { integer } from '../../format.js';
import { icon } from '../../icons.js';
import { toastWarning } from '../../toast.js';
import { button, failure, fill, h } from '../../ui.js';
import { Outcomes } from './outcomes.js';
import { type Job, runImport, STATES } from './run.js';

/** What is known where an import ended early. */
const STOPPED =
  'What is reported so far is stored; the batch on its way may be, and the rest is not. It is safe to run the file again.';

/**
 * Runs an import and shows how it goes, then what became of it; `control` cancels it. Whoever left the page before
 * its end is told of that by a toast. Never rejects.
 */
export async function showImport(
  root: HTMLElement,
  { api, job, header, control }: { api: Api; job: Job; header: readonly string[]; control: AbortController },
): Promise<void> {
  const began = Date.now();
  const outcomes = new Outcomes(job.file.name.replace(/\.\w+$/, ''), header);
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the import' });
  const counts = h('dl', { class: 'figures' });
  const wait = h('p', { class: 'hint', role: 'status' });
  const summary = h('div', { class: 'stack', role: 'status' });
  const list = h('div', {});
  const cancel = button('Cancel', () => control.abort());
  const heading = h('h2', { id: 'import-result', tabindex: -1 }, `Importing ${job.file.name}`);
  fill(
    root,
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'import-result' },
      h('div', { class: 'card-head' }, heading, cancel),
      h('div', { class: 'card-body stack' }, bar, counts, wait, summary, list),
    ),
  );
  cancel.focus();
  showCounts();
  try {
    const batches = runImport(api, job, {
      signal: control.signal,
      // The end of the bar belongs to the last answer, not to the last byte read.
      progress: (part) => bar.setAttribute('value', String(part * 0.98)),
      waiting: (reason) => fill(wait, reason),
    });
    for await (const batch of batches) {
      outcomes.add(batch);
      showCounts();
    }
    finish(null);
  } catch (error) {
    finish(error);
  }

  function showCounts(): void {
    fill(
      counts,
      ...STATES.map((state) =>
        h(
          'div',
          { class: state === 'failed' && outcomes.counts.failed > 0 ? 'lacking' : null },
          h('dt', {}, state),
          h('dd', { 'data-count': state }, integer(outcomes.counts[state])),
        ),
      ),
    );
  }

  function finish(error: unknown): void {
    if (!root.isConnected && error !== null) {
      toastWarning(`Import of ${job.file.name} stopped after ${integer(outcomes.total)} rows`, STOPPED);
      return;
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const isCancelled = error !== null && isAborted(error);
    const { failed } = outcomes.counts;
    const isGood = error === null && failed === 0;
    bar.hidden = true;
    wait.replaceChildren();
    cancel.remove();
    fill(heading, isCancelled ? 'Import cancelled' : error === null ? 'Import finished' : 'Import stopped');
    fill(
      summary,
      error !== null && !isCancelled && failure(error),
      h(
        'p',
        { class: `notice notice-${isGood ? 'good' : 'warn'}` },
        icon(isGood ? 'approvals' : 'alert'),
        h(
          'span',
          {},
          `${integer(outcomes.total)} rows answered in ${seconds} s${failed > 0 ? `, ${integer(failed)} of them failed` : ''}. `,
          error === null ? 'What is reported as created or updated is stored.' : STOPPED,
        ),
      ),
    );
    if (outcomes.total > 0) fill(list, outcomes.element());
    heading.focus();
  }
}
