import { signal } from '@preact/signals';
import { h } from 'preact';
import { isAborted } from '../api.js';
import { text } from '../text/language.js';
import { Icon } from './icon.js';
import { IconButton } from './icon-button.js';
import { nextId } from './id.js';
import { MessageText } from './message-text.js';
import { type Message, reasonOf } from './problem.js';

/** How long good news stays, ms. Bad news stays until closed. */
const STAY = 5_000;

interface Toast {
  id: string;
  kind: 'good' | 'bad';
  what: string;
  detail?: Message;
}

const toasts = signal<readonly Toast[]>([]);

/** The container of toasts: one live region, so that screen readers read them out. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind, what, detail }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <Icon name={kind === 'good' ? 'approvals' : 'alert'} />
          <div class="toast-body">
            <strong>{what}</strong>
            {detail !== undefined && (
              <p>
                <MessageText of={detail} />
              </p>
            )}
          </div>
          <IconButton name="close" label={text.value.shell.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

/** Reports that something is done. */
export function toast(what: string): void {
  const id = show({ kind: 'good', what });
  setTimeout(() => dismiss(id), STAY);
}

/** Reports what went differently than wanted, and what follows from it. */
export function toastWarning(what: string, words: string): void {
  show({ kind: 'bad', what, detail: { words } });
}

/** Reports what failed and why, unless it was aborted. `what` is a short sentence: "Could not approve". */
export function toastError(what: string, error: unknown): void {
  if (isAborted(error)) return;
  show({ kind: 'bad', what, detail: reasonOf(error) });
}

function show(one: Omit<Toast, 'id'>): string {
  const id = nextId('toast');
  toasts.value = [...toasts.value, { ...one, id }];
  return id;
}

function dismiss(id: string): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}
