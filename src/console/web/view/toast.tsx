import { signal } from '@preact/signals';
import { Fragment, h } from 'preact';
import { isAborted } from '../api.js';
import { text } from '../text/language.js';
import { Icon } from './icon.js';
import { IconButton } from './icon-button.js';
import { nextId } from './id.js';
import { MessageText } from './message-text.js';
import { type Message, reasonOf } from './problem.js';

/** How long it stays that something is done or was not begun, ms. Bad news stays until closed. */
const STAY = 5_000;

interface Toast {
  id: string;
  kind: 'good' | 'bad';
  what: string;
  /** until it is closed */
  stays: boolean;
  detail?: Message;
}

const toasts = signal<readonly Toast[]>([]);

/** The toasts: those that pass are over the bar, which those that stay would cover until they are closed. */
export function Toasts() {
  return (
    <Fragment>
      <Stack of={toasts.value.filter(({ stays }) => !stays)} place="over-bar" />
      <Stack of={toasts.value.filter(({ stays }) => stays)} place="in-corner" />
    </Fragment>
  );
}

/** A container of toasts: a live region, so that screen readers read them out. */
function Stack({ of, place }: { of: readonly Toast[]; place: string }) {
  return (
    <div class={`toasts ${place}`} role="status" aria-live="polite">
      {of.map(({ id, kind, what, detail }) => (
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
  pass('good', what);
}

/** Reports why something was not begun. */
export function toastRefusal(what: string): void {
  pass('bad', what);
}

function pass(kind: Toast['kind'], what: string): void {
  const id = show({ kind, what, stays: false });
  setTimeout(() => dismiss(id), STAY);
}

/** Reports what went differently than wanted, and what follows from it. */
export function toastWarning(what: string, words: string): void {
  show({ kind: 'bad', what, stays: true, detail: { words } });
}

/** Reports what failed and why, unless it was aborted. `what` is a short sentence: "Could not approve". */
export function toastError(what: string, error: unknown): void {
  if (isAborted(error)) return;
  show({ kind: 'bad', what, stays: true, detail: reasonOf(error) });
}

function show(one: Omit<Toast, 'id'>): string {
  const id = nextId('toast');
  toasts.value = [...toasts.value, { ...one, id }];
  return id;
}

/** Closes all of them: they are about what one person did, and do not concern the next who signs in. */
export function dismissAll(): void {
  toasts.value = [];
}

function dismiss(id: string): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}
