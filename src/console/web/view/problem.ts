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
    const detail = error instanceof Error ? error.message : String(error);
    return { title: text.value.shell.errors.page, detail, items: [], reference: null };
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

/** Why something failed, on one line. */
export function reasonOf(error: unknown): string {
  const { detail, items } = explain(error);
  return detail ?? items.join('; ');
}
