import { toast, toastError } from './toast.js';

/** Does something, says that it is done or why it is not, and has what is shown read anew. */
export async function act(
  what: string,
  work: () => Promise<unknown>,
  { done, reload }: { done: string; reload(): void },
): Promise<void> {
  try {
    await work();
    toast(done);
  } catch (error) {
    toastError(what, error);
  }
  reload();
}
