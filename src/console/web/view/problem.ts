import { ApiError } from '../api.js';
import { text } from '../text/language.js';

/** An error in words. */
interface Words {
  title: string;
  /** why, unless `items` say it */
  detail: string | null;
  /** the invalid parts, one per line */
  items: string[];
  /** id of the request, to find it in the log; null if none was returned */
  reference: string | null;
}

/** An error in words for a person: the service's own if it answered. */
export function explain(error: unknown): Words {
  if (!(error instanceof ApiError)) {
    const { page: title, unforeseen } = text.value.shell.errors;
    return { title, detail: isFault(error) ? unforeseen : wordsOf(error), items: [], reference: null };
  }
  const { title, status, detail, errors = [], request_id: reference = null } = error.problem;
  return {
    title: status === 0 ? title : `${title} (${status})`,
    // With `errors`, the detail is the first of them in words for a program.
    detail: errors.length > 0 ? null : detail,
    items: errors.map((each) =>
      [each.parameter ?? each.pointer, each.detail].filter((part) => part !== undefined).join(': '),
    ),
    reference,
  };
}

/** Whether an error comes from code that met what it does not expect: the browser words it for programmers. */
const isFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why something failed, on one line. */
export function reasonOf(error: unknown): string {
  const { detail, items } = explain(error);
  return detail ?? items.join('; ');
}
