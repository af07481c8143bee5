import { type ButtonKind, button, type Child, field, h, iconButton, nextId } from './ui.js';

/** A dialog of the browser: it holds the focus, Escape closes it. Removed from the page once closed. */
export function openDialog(title: string, ...content: Child[]): HTMLDialogElement {
  const id = nextId('dialog');
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': id },
    h(
      'header',
      { class: 'dialog-head' },
      h('h2', { id }, title),
      iconButton('close', 'Close', () => dialog.close()),
    ),
    h('div', { class: 'dialog-body' }, ...content),
  );
  dialog.addEventListener('close', () => dialog.remove());
  // A click on the backdrop is one on the dialog itself, outside its content.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something is done; true when it is to be done. */
export function confirmDialog(
  title: string,
  text: Child,
  { action, kind = 'primary' }: { action: string; kind?: ButtonKind },
): Promise<boolean> {
  return ask(title, h('p', {}, text), { action, kind, value: () => true as const }).then(
    (answer) => answer === true,
  );
}

/** Asks for a line or more of text, such as a reason; null when cancelled. */
export function promptDialog(
  title: string,
  label: string,
  {
    action,
    hint,
    kind = 'primary',
    value,
  }: { action: string; hint?: string; kind?: ButtonKind; value?: string },
): Promise<string | null> {
  // What begins with a value may be emptied.
  const input = h('textarea', { class: 'input', rows: 3, required: value === undefined, maxlength: 1000 });
  input.value = value ?? '';
  return ask(title, field(label, input, hint), { action, kind, value: () => input.value.trim() });
}

/** A small form; `value` is read when it is sent, and what the promise gives. Null when cancelled. */
export function ask<Value>(
  title: string,
  content: HTMLElement,
  { action, kind, value }: { action: string; kind: ButtonKind; value: () => Value },
): Promise<Value | null> {
  return new Promise((resolve) => {
    const form = h(
      'form',
      { class: 'dialog-form' },
      content,
      h(
        'div',
        { class: 'dialog-actions' },
        button('Cancel', () => dialog.close()),
        h('button', { type: 'submit', class: `button button-${kind}` }, action),
      ),
    );
    let answer: Value | null = null;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer = value();
      dialog.close();
    });
    const dialog = openDialog(title, form);
    dialog.addEventListener('close', () => resolve(answer));
    form.querySelector<HTMLElement>('input, textarea, select')?.focus();
  });
}
