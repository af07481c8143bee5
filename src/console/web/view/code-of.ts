import { ApiError } from '../api.js';
import { text } from '../text/language.js';

/** Code that is loaded only when it is needed; throws {@link ApiError}, as browsers word the failure for programmers. */
export async function codeOf<Code>(code: Promise<Code>): Promise<Code> {
  try {
    return await code;
  } catch {
    const { noAnswer: title, notLoaded: detail } = text.value.shell.errors;
    throw new ApiError({ title, status: 0, detail, code: 'not_loaded' });
  }
}
