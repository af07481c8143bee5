import { ApiError } from '../api.js';
import { text } from '../text/language.js';

/** An error in words. */
interface Words {
  title: string;
  detail: string;
  /** the culprits, each in a line */
  items: string[];
  /** id of the request, for who looks into the log; null where none was answered */
  reference: string | null;
}

/** What an error says to a person: the service's own words where it answered. */
export function explain(error: unknown): Words {
  if (!(error instanceof ApiError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { title: text.value.shell.errors.page, detail, items: [], reference: null };
  }
  const { title, status, detail, errors = [], request_id: reference = null } = error.problem;
  return {
    title: status === 0 ? title : `${title} (${status})`,
    detail,
    items: errors.map((each) =>
      [each.parameter ?? each.pointer, each.detail].filter((part) => part !== undefined).join(': '),
    ),
    reference,
  };
}
