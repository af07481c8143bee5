import { ApiError, type FieldError } from '../api.js';
import { text } from '../text/language.js';

/** What the service says, for a person. */
export interface Message {
  /** in the language of the console if that has a sentence for the code, else in the service's own words */
  words: string;
  /** the service's own words below a sentence: they name the values */
  original?: string;
}

/** An error in words. */
interface Explanation {
  title: string;
  /** why, unless `items` say it */
  message: Message | null;
  /** the invalid parts */
  items: Message[];
  /** id of the request, to find it in the log; null if none was returned */
  reference: string | null;
}

/** What a list says besides its rows. */
export interface Notice {
  code: string;
  /** what the code is about, such as an unknown ticker or the nearest open day */
  value: string | null;
}

/**
 * Why a list is empty by the first of its notices, in the language of the console; null if that is no more than the
 * list's own sentence says: that there is nothing.
 */
export function lackOf(notices: readonly Notice[]): string | null {
  const [first] = notices;
  const sentenceOf = first && text.value.codes.notices[first.code];
  if (!sentenceOf) return null;
  const values = notices.filter(({ code }) => code === first?.code).flatMap(({ value }) => value ?? []);
  return sentenceOf(values.join(', '));
}

/** What the service says by a code. */
export function messageOf(
  kind: 'problems' | 'errors' | 'doubts',
  { code, detail }: { code: string; detail: string },
): Message {
  const sentence = text.value.codes[kind][code];
  return sentence === undefined ? { words: detail } : { words: sentence, original: detail };
}

/** The name of a rule or flag. */
export const doubtName = (code: string): string => text.value.codes.doubts[code] ?? code.replaceAll('_', ' ');

/** What an event of the audit log did. */
export const actionName = (code: string): string => text.value.codes.history[code] ?? code;

/** Why a delivery to a webhook failed. */
export const failureName = (code: string): string => text.value.codes.deliveries[code] ?? code;

/** What is wrong with a part of a request, after the name of the part unless it begins with that already. */
export function fieldMessage({ parameter, pointer = '', ...error }: FieldError): Message {
  const name = parameter ?? pointer.replace(/^\//, '');
  const message = messageOf('errors', error);
  return name === '' || message.words.startsWith(`${name} `)
    ? message
    : { ...message, words: `${name}: ${message.words}` };
}

/** Messages on one line. */
export function joinMessages(messages: readonly Message[]): Message {
  const originals = messages.flatMap(({ original }) => original ?? []);
  return {
    words: messages.map(({ words }) => words).join('; '),
    ...(originals.length > 0 && { original: originals.join('; ') }),
  };
}

/** An error in words for a person: the service's own if it answered. */
export function explain(error: unknown): Explanation {
  const { page, unforeseen, mayBeDone } = text.value.shell.errors;
  if (!(error instanceof ApiError)) {
    const words = isFault(error) ? unforeseen : wordsOf(error);
    return { title: page, message: { words }, items: [], reference: null };
  }
  const { status, errors = [], request_id: reference = null } = error.problem;
  const message = messageOf('problems', error.problem);
  if (error.isOutcomeOpen) message.words = `${asSentence(message.words)} ${mayBeDone}`;
  const title = text.value.codes.title?.(status) ?? error.problem.title;
  return {
    title: status === 0 ? error.problem.title : `${title} (${status})`,
    // With `errors`, the detail is the first of them in words for a program.
    message: errors.length > 0 ? null : message,
    items: errors.map(fieldMessage),
    reference,
  };
}

/** Words with a full stop, so that a sentence can follow. */
export const asSentence = (words: string): string => (/[.?!…]$/.test(words) ? words : `${words}.`);

/** Whether an error comes from code that met what it does not expect: the browser words it for programmers. */
const isFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why something failed, on one line. */
export function reasonOf(error: unknown): Message {
  const { message, items } = explain(error);
  return message ?? joinMessages(items);
}
