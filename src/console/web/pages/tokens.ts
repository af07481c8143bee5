import { isAborted } from '../api.js';
import { confirmDialog } from '../dialog.js';
import { instant } from '../format.js';
import { icon } from '../icons.js';
import { notPermitted, permits } from '../rights.js';
import type { Session } from '../session.js';
import { type Column, table, tableRow } from '../table.js';
import { toast, toastError } from '../toast.js';
import { badge, button, empty, failure, fill, h, loading } from '../ui.js';
import { createToken } from './token-dialog.js';

/** A token of GET /svc/token. */
interface Token {
  id: string;
  kind: string;
  role: string;
  principal: string | null;
  state: 'active' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** the one that is signed in with */
  current: boolean;
}

const PAGE = 100;

/** Bearer tokens: who may use the service, as what, until when. */
export function mount(root: HTMLElement, session: Session): () => void {
  const { api } = session;
  let request = new AbortController();
  let state: '' | 'active' = 'active';
  const content = h('div', {}, loading());
  const head = h('header', { class: 'page-head' }, h('h1', {}, 'Tokens'));
  fill(root, head, content);
  if (!permits(session, 'token:manage')) {
    fill(content, h('div', { class: 'card' }, notPermitted(session, 'token:manage', 'Managing tokens')));
    return () => undefined;
  }

  const columns: readonly Column<Token>[] = [
    {
      heading: 'Principal',
      cell: (token) =>
        h(
          'span',
          { class: 'cell-words' },
          token.principal ?? h('span', { class: 'muted' }, 'none'),
          token.current && badge('This session', 'accent'),
          token.state !== 'active' && badge(token.state, token.state === 'revoked' ? 'bad' : 'neutral'),
        ),
      rowHeading: true,
    },
    { heading: 'Role', cell: ({ role }) => role },
    { heading: 'Kind', cell: ({ kind }) => kind, wideOnly: true },
    { heading: 'Made', cell: ({ created_at }) => instant(created_at), wideOnly: true },
    {
      heading: 'Ends',
      cell: ({ expires_at }) => (expires_at === null ? 'never' : instant(expires_at)),
      wideOnly: true,
    },
    {
      heading: 'Last used',
      cell: ({ last_used_at }) => (last_used_at === null ? 'never' : instant(last_used_at)),
      wideOnly: true,
    },
    { heading: h('span', { class: 'visually-hidden' }, 'Action'), cell: actionOf },
  ];
  const add = h(
    'button',
    { type: 'button', class: 'button button-primary', on: { click: () => void create() } },
    icon('plus'),
    'New token',
  );
  const filters = (['active', ''] as const).map((value) =>
    button(value === 'active' ? 'Active' : 'All', () => show(value), { class: null }),
  );
  head.append(
    h(
      'div',
      { class: 'toolbar' },
      h('div', { class: 'segmented', role: 'group', 'aria-label': 'State' }, ...filters),
      add,
    ),
  );
  show('active');
  return () => request.abort();

  function show(value: typeof state): void {
    state = value;
    filters.forEach((each, index) => {
      each.setAttribute('aria-pressed', String((index === 0) === (value === 'active')));
    });
    void load();
  }

  async function load(): Promise<void> {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const page = await api.list<Token>('/svc/token', { state, limit: PAGE }, signal);
      if (page.data.length === 0) fill(content, empty('No tokens', 'Make one for a person or a program.'));
      else fill(content, table('Tokens', columns, page.data));
      follow(page.meta.next, signal);
    } catch (error) {
      if (!isAborted(error))
        fill(
          content,
          failure(error, () => void load()),
        );
    }
  }

  /** Offers the next page below the rows. */
  function follow(next: string | null, signal: AbortSignal): void {
    content.querySelector('.more')?.remove();
    if (next === null) return;
    const more = button('Show more', async () => {
      more.disabled = true;
      try {
        const page = await api.list<Token>(next, undefined, signal);
        content
          .querySelector('tbody')
          ?.append(...page.data.map((token, index) => tableRow(columns, token, index)));
        follow(page.meta.next, signal);
      } catch (error) {
        more.disabled = false;
        if (!isAborted(error)) toastError('Could not load more', error);
      }
    });
    content.append(h('div', { class: 'more' }, more));
  }

  async function create(): Promise<void> {
    if (await createToken(session)) await load();
    add.focus();
  }

  async function revoke(token: Token): Promise<void> {
    const sure = await confirmDialog('Revoke this token?', warning(token), {
      action: 'Revoke token',
      kind: 'danger',
    });
    if (!sure) return;
    try {
      await api.send('POST', `/svc/token/${token.id}/revoke`);
    } catch (error) {
      return toastError('Could not revoke the token', error);
    }
    if (token.current) return session.signOut('You revoked the token that you were signed in with.');
    toast('The token is revoked');
    await load();
  }

  function actionOf(token: Token): HTMLElement | null {
    if (token.state !== 'active') return null;
    return button('Revoke', () => void revoke(token), {
      kind: 'quiet',
      'aria-label': `Revoke the ${token.role} token of ${ownerOf(token)}`,
    });
  }
}

const ownerOf = ({ principal, kind }: Token) => principal ?? `no principal (${kind})`;

function warning(token: Token): HTMLElement {
  return h(
    'span',
    {},
    `The ${token.role} token of ${ownerOf(token)}, made ${instant(token.created_at)}, stops working everywhere within 5 seconds. This cannot be undone.`,
    token.current &&
      h('strong', { class: 'block' }, 'You are signed in with this very token: you will be signed out.'),
  );
}
