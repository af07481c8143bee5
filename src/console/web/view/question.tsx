import { type ComponentChild, type ComponentChildren, Fragment, h, type TargetedKeyboardEvent } from 'preact';
import { text } from '../text/language.js';
import { endTyped, openDialog } from './dialog.js';
import { Field } from './field.js';

/** The style of an answer button. */
type ButtonKind = 'primary' | 'danger';

/** A text typed in answer to a question, which has it again when it is asked again, until it is used. */
export interface Typed {
  text: string;
  /** The text has done what it was typed for, except about `rest`, of which the question may be asked again. */
  used(rest?: string): void;
}

interface AskOptions<Answer> {
  /** text of the button that answers */
  action: string;
  kind: ButtonKind;
  /** reads the answer from the submitted form */
  read(form: HTMLFormElement): Answer;
  draftKey?: string;
}

/** Asks for confirmation of an action; true when confirmed. */
export async function confirmDialog(
  title: string,
  detail: ComponentChildren,
  { action, kind = 'primary' }: { action: string; kind?: ButtonKind },
): Promise<boolean> {
  return (await ask(title, <p>{detail}</p>, { action, kind, read: () => true })) === true;
}

/**
 * Asks for a line or more of text, such as a reason; null when cancelled. With an initial `value` it may be empty.
 * Enter answers.
 */
export async function promptDialog(
  title: string,
  label: string,
  {
    action,
    detail,
    hint,
    kind = 'primary',
    value,
    about = title,
  }: {
    action: string;
    /** content above the text */
    detail?: ComponentChildren;
    hint?: string;
    kind?: ButtonKind;
    value?: string;
    /** what the text is about, if the title does not name it: what is typed is typed again for nothing else */
    about?: string;
  },
): Promise<Typed | null> {
  const content = (
    <Fragment>
      {detail}
      <Field
        label={label}
        hint={
          <Fragment>
            {hint} <span class="keys-hint">{text.value.shell.answerKeys(action)}</span>
          </Fragment>
        }
      >
        {(labelled) => (
          <textarea
            {...labelled}
            class="input"
            name="answer"
            rows={3}
            maxLength={1_000}
            enterkeyhint="send"
            onKeyDown={answerByEnter}
            required={value === undefined}
            defaultValue={value ?? ''}
          />
        )}
      </Field>
    </Fragment>
  );
  const read = (form: HTMLFormElement) => String(new FormData(form).get('answer') ?? '').trim();
  // One that begins with a value is about that value.
  const answer = await ask(title, content, { action, kind, read, ...(!value && { draftKey: about }) });
  return answer === null ? null : { text: answer, used: (rest) => endTyped(about, rest) };
}

/** Sends the form: not by the Enter that ends a composed word, nor by one still held down since it opened the dialog. */
function answerByEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.form?.requestSubmit();
}

function ask<Answer>(
  title: string,
  content: ComponentChild,
  { action, kind, read, draftKey }: AskOptions<Answer>,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    let answer: Answer | null = null;
    const view = (close: () => void) => (
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          answer = read(event.currentTarget);
          // What is typed stays until it is used: the session may end first.
          event.currentTarget.closest('dialog')?.close();
        }}
      >
        {content}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            {text.value.shell.cancel}
          </button>
          <button type="submit" class={`button button-${kind}`}>
            {action}
          </button>
        </div>
      </form>
    );
    openDialog(title, view, {
      first: 'textarea',
      ...(draftKey !== undefined && { draftKey }),
      onClose: () => resolve(answer),
    });
  });
}
