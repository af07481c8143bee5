import { h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { instant } from '../../format.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { openDialog, showView } from '../../view/dialog.js';
import { Field } from '../../view/field.js';
import { Icon } from '../../view/icon.js';
import { useSession } from '../../view/session.js';
import { Failure } from '../../view/states.js';

/** Possible values of a token, the least first. */
const ROLES = ['reader', 'auditor', 'maker', 'checker', 'operator', 'admin'] as const;
const KINDS = ['user', 'service', 'gateway'] as const;
const LIFETIMES = ['30d', '90d', '365d', ''] as const;

interface Issued {
  token: string;
  role: string;
  principal: string | null;
  expires_at: string | null;
}

/**
 * Asks for the properties of a token, creates it, and shows its secret once; true when one was created, or may have
 * been.
 */
export function createToken(session: Session): Promise<boolean> {
  return new Promise((resolve) => {
    let isSent = false;
    const view = (close: () => void) => (
      <NewToken
        close={close}
        onSend={() => {
          isSent = true;
        }}
        onIssued={(issued) => {
          close();
          showSecret(issued);
        }}
      />
    );
    const opening = { first: 'select', draftKey: 'new token', onClose: () => resolve(isSent) };
    showView(text.value.tokens.create, session, view, opening);
  });
}

function NewToken({
  close,
  onSend,
  onIssued,
}: {
  close(): void;
  onSend(): void;
  onIssued(issued: Issued): void;
}) {
  const words = text.value.tokens;
  const { api } = useSession();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('user');
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const make = async (form: HTMLFormElement) => {
    setSending(true);
    setError(null);
    const fields = new FormData(form);
    const of = (name: string) => String(fields.get(name) ?? '').trim();
    const body = {
      kind,
      role: of('role'),
      principal: of('principal') || null,
      expires: of('expires') || null,
    };
    try {
      onSend();
      onIssued((await api.send<Issued>('POST', '/svc/token', { body })).body);
    } catch (failure) {
      setError(failure);
      setSending(false);
    }
  };
  return (
    <form
      class="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <Choice
        label={words.kind}
        name="kind"
        options={KINDS}
        labelOf={(each) => `${each}: ${words.kinds[each]}`}
        initial="user"
        onChoose={(each) => setKind(each)}
      />
      <Field label={words.address} hint={words.addressHint}>
        {(labelled) => (
          <input
            {...labelled}
            class="input"
            type="email"
            name="principal"
            required={kind === 'user'}
            maxLength={254}
            autocomplete="off"
            placeholder="name@example.com"
          />
        )}
      </Field>
      <Choice
        label={words.role}
        name="role"
        options={ROLES}
        labelOf={(each) => `${each}: ${words.roles[each]}`}
        initial="reader"
      />
      <Choice
        label={words.lifetime}
        name="expires"
        options={LIFETIMES}
        labelOf={(each) => words.lifetimes[each]}
        initial="90d"
      />
      <div aria-live="assertive">{error !== null && <Failure error={error} />}</div>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {text.value.shell.cancel}
        </button>
        <button type="submit" class="button button-primary" disabled={isSending}>
          {words.make}
        </button>
      </div>
    </form>
  );
}

/** A choice among a few values for a token. */
function Choice<const Value extends string>({
  label,
  name,
  options,
  labelOf,
  initial,
  onChoose,
}: {
  label: string;
  name: string;
  options: readonly Value[];
  labelOf(value: NoInfer<Value>): string;
  initial: NoInfer<Value>;
  onChoose?(value: NoInfer<Value>): void;
}) {
  return (
    <Field label={label}>
      {(labelled) => (
        <select
          {...labelled}
          class="input"
          name={name}
          onChange={(event) => onChoose?.(event.currentTarget.value as Value)}
        >
          {options.map((each) => (
            <option key={each} value={each} selected={each === initial}>
              {labelOf(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Shows the secret; only its own buttons close the dialog because it is never shown again. */
function showSecret(issued: Issued): void {
  openDialog(text.value.tokens.secretTitle, (close) => <Secret of={issued} close={close} />, {
    first: '.secret button',
    insists: true,
  });
}

function Secret({ of, close }: { of: Issued; close(): void }) {
  const words = text.value.tokens;
  const secret = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(of.token);
      setCopied(true);
    } catch {
      // Over plain HTTP from another machine pages cannot use the clipboard: the reader copies by hand.
      secret.current?.focus();
    }
  };
  return (
    <div class="dialog-form">
      <p class="notice notice-warn">
        <Icon name="alert" />
        <span>{words.secretOnce}</span>
      </p>
      <div class="secret">
        <Field label={words.secretOf(of.principal ?? words.secretNobody, of.role)}>
          {(labelled) => (
            <input
              {...labelled}
              ref={secret}
              class="input mono"
              type="text"
              readOnly
              value={of.token}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          )}
        </Field>
        <button type="button" class="button button-primary" aria-live="polite" onClick={() => void copy()}>
          <Icon name={isCopied ? 'approvals' : 'copy'} />
          {isCopied ? words.copied : words.copy}
        </button>
      </div>
      <p class="hint">{of.expires_at === null ? words.endless : words.endsAt(instant(of.expires_at))}</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.done}
        </button>
      </div>
    </div>
  );
}
