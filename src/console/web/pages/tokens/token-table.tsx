import { Fragment, h } from 'preact';
import { instant } from '../../format.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Principal } from '../../view/principal.js';
import { confirmDialog } from '../../view/question.js';
import type { RowOf } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { toast, toastError } from '../../view/toast.js';

type Token = RowOf<'/svc/token'>;

/** Tokens, each revocable while it is active. */
export function TokenTable({ tokens, reload }: { tokens: readonly Token[]; reload(): void }) {
  const words = text.value.tokens;
  const session = useSession();
  const revoke = async (token: Token) => {
    const isSure = await confirmDialog(words.revokeTitle, <Warning of={token} />, {
      action: words.revokeAction,
      kind: 'danger',
    });
    if (!isSure) return;
    try {
      await session.api.send('POST', `/svc/token/${token.id}/revoke`);
    } catch (error) {
      toastError(words.notRevoked, error);
      return reload();
    }
    if (token.current) return session.signOut(words.ownRevoked);
    toast(words.revoked);
    reload();
  };
  return (
    <DataTable
      label={words.title}
      columns={columnsOf((token) => void revoke(token))}
      rows={tokens}
      keyOf={({ id }) => id}
    />
  );
}

function columnsOf(revoke: (token: Token) => void): readonly TableColumn<Token>[] {
  const words = text.value.tokens;
  return [
    { heading: words.principal, cell: (token) => <Owner of={token} />, wrap: true },
    { heading: words.role, cell: ({ role }) => role },
    { heading: words.kind, cell: ({ kind }) => kind, wideOnly: true },
    { heading: words.made, cell: ({ created_at: at }) => <Moment of={at} />, wideOnly: true },
    {
      heading: words.ends,
      cell: ({ expires_at: at }) => (at === null ? words.neverEnds : <Moment of={at} />),
      wideOnly: true,
    },
    {
      heading: words.used,
      cell: ({ last_used_at: at }) => (at === null ? words.never : <Moment of={at} />),
      wideOnly: true,
    },
    {
      heading: <span class="visually-hidden">{text.value.common.action}</span>,
      cell: (token) =>
        token.state === 'active' && (
          <button
            type="button"
            class="button button-quiet"
            aria-label={words.revokeOf(token.role, ownerOf(token))}
            onClick={() => revoke(token)}
          >
            {words.revoke}
          </button>
        ),
    },
  ];
}

function Owner({ of: { principal, current, state } }: { of: Token }) {
  const words = text.value.tokens;
  return (
    <span class="cell-words">
      {principal === null ? (
        <span class="muted">{words.nobody}</span>
      ) : (
        <span>
          <Principal of={principal} />
        </span>
      )}
      {current && <span class="badge badge-accent">{words.current}</span>}
      {state !== 'active' && (
        <span class={`badge badge-${state === 'revoked' ? 'bad' : 'neutral'}`}>{words.states[state]}</span>
      )}
    </span>
  );
}

/** A moment, which breaks between day and time if it has to. */
function Moment({ of }: { of: string }) {
  const [day, time] = instant(of).split(' ');
  return (
    <Fragment>
      <span class="token-day">{day}</span> {time}
    </Fragment>
  );
}

function Warning({ of }: { of: Token }) {
  const words = text.value.tokens;
  return (
    <Fragment>
      {words.revokeText(of.role, ownerOf(of), instant(of.created_at))}
      {of.current && <strong class="block">{words.revokeOwn}</strong>}
    </Fragment>
  );
}

const ownerOf = ({ principal, kind }: Token): string => principal ?? text.value.tokens.noPrincipal(kind);
