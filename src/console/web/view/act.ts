import { toast, toastError } from './toast.js';

/** Performs an action, reports its success or failure, and reloads what is shown. */
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
