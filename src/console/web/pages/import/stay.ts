import { useEffect } from 'preact/hooks';
import { askBeforeLeaving } from '../../router.js';
import { text } from '../../text/language.js';
import { confirmDialog } from '../../view/question.js';

/** Asks before the page is left while a file is imported, so that a running import is not left by mistake. */
export function useStay(fileName: string | null): void {
  useEffect(() => {
    if (fileName === null) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const stop = askBeforeLeaving(() => {
      const words = text.value.importing;
      return confirmDialog(words.leaveTitle, words.leaveText(fileName), {
        action: words.leaveAction,
        kind: 'danger',
      });
    });
    return () => {
      removeEventListener('beforeunload', warn);
      stop();
    };
  }, [fileName]);
}
