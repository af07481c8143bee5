import { openDialog } from '../dialog.js';
import { instant } from '../format.js';
import { icon } from '../icons.js';
import type { Session } from '../session.js';
import { button, failure, field, fill, h } from '../ui.js';

/** Roles with what they may, the least first. */
const ROLES: readonly (readonly [string, string])[] = [
  ['reader', 'read market data'],
  ['auditor', 'read, and see the audit log'],
  ['maker', 'read, write quotes and settlement days, import'],
  ['checker', 'read, approve quotes, see their history'],
  ['operator', 'read, import, see metrics'],
  ['admin', 'everything, tokens too'],
];
const KINDS: readonly (readonly [string, string])[] = [
  ['user', 'a person'],
  ['service', 'a program, cannot approve'],
  ['gateway', 'a trusted front layer'],
];
const LIFETIMES: readonly (readonly [string, string])[] = [
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', '1 year'],
  ['', 'No end'],
];

interface Issued {
  token: string;
  role: string;
  principal: string | null;
  expires_at: string | null;
}

/** Asks what token is wanted, makes it, and shows its secret this once; true when one was made. */
export function createToken({ api }: Session): Promise<boolean> {
  return new Promise((resolve) => {
    let isMade = false;
    const kind = choice(KINDS, 'user');
    const role = choice(ROLES, 'reader');
    const lifetime = choice(LIFETIMES, '90d');
    const principal = h('input', {
      class: 'input',
      type: 'email',
      required: true,
      maxlength: 254,
      autocomplete: 'off',
      placeholder: 'name@example.com',
    });
    kind.addEventListener('change', () => {
      principal.required = kind.value === 'user';
    });
    const message = h('div', { 'aria-live': 'assertive' });
    const submit = h('button', { type: 'submit', class: 'button button-primary' }, 'Make token');
    const form = h(
      'form',
      { class: 'dialog-form' },
      field('Kind', kind),
      field(
        'E-mail address',
        principal,
        'Whom the token acts for. Only a label for a service, and for a gateway, which names its users itself.',
      ),
      field('Role', role),
      field('Holds for', lifetime),
      message,
      h(
        'div',
        { class: 'dialog-actions' },
        button('Cancel', () => dialog.close()),
        submit,
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void make();
    });
    const dialog = openDialog('New token', form);
    dialog.addEventListener('close', () => resolve(isMade));
    kind.focus();

    async function make(): Promise<void> {
      submit.disabled = true;
      message.replaceChildren();
      const body = {
        kind: kind.value,
        role: role.value,
        principal: principal.value.trim() || null,
        expires: lifetime.value || null,
      };
      try {
        const { body: issued } = await api.send<Issued>('POST', '/svc/token', { body });
        isMade = true;
        dialog.close();
        showSecret(issued);
      } catch (error) {
        fill(message, failure(error));
        submit.disabled = false;
      }
    }
  });
}

/** Shows the secret; neither Escape nor a click beside it closes the dialog, as it is never shown again. */
function showSecret(issued: Issued): void {
  const secret = h('input', { class: 'input mono', type: 'text', readonly: true, value: issued.token });
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'button button-primary',
      'aria-live': 'polite',
      on: { click: () => void copySecret(secret, copy) },
    },
    icon('copy'),
    'Copy',
  );
  const ends = issued.expires_at === null ? 'It has no end.' : `It ends ${instant(issued.expires_at)}.`;
  const dialog = openDialog(
    'Copy the token now',
    h(
      'div',
      { class: 'dialog-form' },
      h(
        'p',
        { class: 'notice notice-warn' },
        icon('alert'),
        h('span', {}, 'This is the only time that it is shown: the service keeps no copy.'),
      ),
      h(
        'div',
        { class: 'secret' },
        field(`Token of ${issued.principal ?? 'nobody'}, ${issued.role}`, secret),
        copy,
      ),
      h('p', { class: 'hint' }, ends),
      h(
        'div',
        { class: 'dialog-actions' },
        button('Done', () => dialog.close()),
      ),
    ),
  );
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('click', (event) => event.target === dialog && event.stopImmediatePropagation(), {
    capture: true,
  });
  secret.addEventListener('focus', () => secret.select());
  copy.focus();
}

async function copySecret(secret: HTMLInputElement, copy: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret.value);
    fill(copy, icon('approvals'), 'Copied');
  } catch {
    // On plain HTTP beyond this machine the clipboard is closed to pages: the reader copies by hand.
    secret.focus();
  }
}

function choice(options: readonly (readonly [string, string])[], chosen: string): HTMLSelectElement {
  return h(
    'select',
    { class: 'input' },
    ...options.map(([value, text]) =>
      h(
        'option',
        { value, selected: value === chosen },
        value === '' || /^\d/.test(value) ? text : `${value}: ${text}`,
      ),
    ),
  );
}
