import { failure, field, fill, h } from './ui.js';

/** What the sign-in page is given. */
interface SignIn {
  /** why one has to sign in again; null the first time */
  reason: string | null;
  /** tries a token; throws when the service refuses it */
  signIn(token: string): Promise<void>;
}

/** The sign-in page; returns how to leave it. */
export function mountSignIn(root: HTMLElement, { reason, signIn }: SignIn): () => void {
  document.title = 'Sign in – Market Data Console';
  const input = h('input', {
    class: 'input',
    type: 'password',
    name: 'token',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    required: true,
    placeholder: 'mds_…',
  });
  const submit = h('button', { type: 'submit', class: 'button button-primary button-wide' }, 'Sign in');
  const message = h('div', { 'aria-live': 'assertive' });
  if (reason !== null) fill(message, h('p', { class: 'notice' }, reason));
  const form = h(
    'form',
    { class: 'card sign-in-card' },
    h('h1', {}, 'Market Data Console'),
    h('p', { class: 'muted' }, 'Charts, approvals, imports and access of this service.'),
    field('Access token', input, 'Kept in this tab only, and forgotten when you close it.'),
    message,
    submit,
    h(
      'p',
      { class: 'hint' },
      'The first start of the service prints an admin token. Others are made with ',
      h('code', {}, 'npm run token -- create'),
      '.',
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt();
  });
  fill(root, h('main', { class: 'sign-in' }, form));
  input.focus();
  return () => root.replaceChildren();

  async function attempt(): Promise<void> {
    submit.disabled = true;
    submit.textContent = 'Signing in …';
    message.replaceChildren();
    try {
      await signIn(input.value.trim());
    } catch (error) {
      fill(message, failure(error));
      submit.disabled = false;
      submit.textContent = 'Sign in';
      input.select();
      input.focus();
    }
  }
}
