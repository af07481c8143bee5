import { h } from 'preact';
import { useState } from 'preact/hooks';
import { isOutcomeOpen } from '../../api.js';
import { text } from '../../text/language.js';
import { openDialog } from '../../view/dialog.js';
import { Field } from '../../view/field.js';
import { useSession } from '../../view/session.js';
import { Failure } from '../../view/states.js';

/** The form for a new webhook, whose secret is then shown once, in a separate dialog. */
export function NewWebhook({ close, reload }: { close(): void; reload(): void }) {
  const words = text.value.activity.webhooks;
  const { api } = useSession();
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const make = async (form: HTMLFormElement) => {
    setSending(true);
    setError(null);
    const fields = new FormData(form);
    const of = (name: string) => String(fields.get(name) ?? '').trim();
    const types = of('types')
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== '');
    try {
      const { body } = await api.send<{ secret: string }>('POST', '/svc/webhooks', {
        body: {
          url: of('url'),
          ...(of('description') !== '' && { description: of('description') }),
          ...(types.length > 0 && { types }),
        },
      });
      close();
      showSecret(body.secret);
      reload();
    } catch (failure) {
      setError(failure);
      setSending(false);
      if (isOutcomeOpen(failure)) reload();
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
      <Field label={words.url}>
        {(labelled) => (
          <input {...labelled} class="input" type="url" name="url" required autocomplete="off" />
        )}
      </Field>
      <Field label={words.description}>
        {(labelled) => <input {...labelled} class="input" name="description" autocomplete="off" />}
      </Field>
      <Field label={words.types} hint={words.typesHint}>
        {(labelled) => (
          <input {...labelled} class="input" name="types" autocomplete="off" spellcheck={false} />
        )}
      </Field>
      {error !== null && <Failure error={error} />}
      <div class="dialog-actions">
        <button type="submit" class="button button-primary" disabled={isSending}>
          {words.make}
        </button>
      </div>
    </form>
  );
}

/** Shows the secret; only its own buttons close the dialog because it is never shown again. */
function showSecret(secret: string): void {
  openDialog(text.value.activity.webhooks.createTitle, (close) => <Secret of={secret} close={close} />, {
    insists: true,
  });
}

function Secret({ of, close }: { of: string; close(): void }) {
  const words = text.value.activity.webhooks;
  return (
    <div class="stack">
      <p role="status">{words.made}</p>
      <Field label={words.secret} hint={words.secretHint}>
        {(labelled) => <input {...labelled} class="input mono" readOnly value={of} />}
      </Field>
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={close}>
          OK
        </button>
      </div>
    </div>
  );
}
