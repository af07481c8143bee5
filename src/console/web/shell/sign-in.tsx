import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../text/language.js';
import { Field } from '../view/field.js';
import { Failure } from '../view/states.js';

/** The page that asks for a token. `reason` says why to sign in again; `signIn` throws if the token is refused. */
export function SignIn({ reason, signIn }: { reason: string | null; signIn(token: string): Promise<void> }) {
  const words = text.value.shell;
  const input = useRef<HTMLInputElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const before = document.title;
    document.title = `${words.signIn.title} – ${words.console}`;
    return () => {
      document.title = before;
    };
  }, [words]);
  useEffect(() => {
    input.current?.focus();
    if (error !== null) input.current?.select();
  }, [error]);
  const attempt = async () => {
    setWaiting(true);
    setError(null);
    try {
      await signIn((input.current?.value ?? '').trim());
    } catch (failure) {
      setError(failure);
      setWaiting(false);
    }
  };
  return (
    <main class="sign-in">
      <form
        class="card sign-in-card"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt();
        }}
      >
        <h1>{words.console}</h1>
        <p class="muted">{words.signIn.meaning}</p>
        <Field label={words.signIn.token} hint={words.signIn.hint}>
          {(labelled) => (
            <input
              {...labelled}
              ref={input}
              class="input"
              type="password"
              name="token"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              required
              placeholder="mds_…"
            />
          )}
        </Field>
        <div aria-live="assertive">
          {error !== null ? (
            <Failure error={error} />
          ) : (
            reason !== null && !isWaiting && <p class="notice">{reason}</p>
          )}
        </div>
        <button type="submit" class="button button-primary button-wide" disabled={isWaiting}>
          {isWaiting ? words.signIn.waits : words.signIn.button}
        </button>
        <p class="hint">
          {words.signIn.first} <code>npm run token -- create</code>.
        </p>
      </form>
    </main>
  );
}
