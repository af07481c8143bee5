import { useLayoutEffect, useRef } from 'preact/hooks';
import { askBeforeLeaving, type Unfinished } from '../router.js';
import { confirmDialog } from './question.js';

/** What would be lost by leaving, and the question about it in words. */
interface Stay extends Pick<Unfinished, 'isKeptAt'> {
  title: string;
  detail: string;
  action: string;
}

/** Asks before something unfinished is left, and has the browser ask before the tab is; null asks nothing. */
export function useStay(stay: Stay | null): void {
  const latest = useRef(stay);
  latest.current = stay;
  const isUnfinished = stay !== null;
  // Before the next event: an effect after the next frame would miss a reader who leaves right after the first key.
  useLayoutEffect(() => {
    if (!isUnfinished) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const stop = askBeforeLeaving({
      isKeptAt: (to) => latest.current?.isKeptAt(to) ?? true,
      ask: async () => {
        if (latest.current === null) return true;
        const { title, detail, action } = latest.current;
        return confirmDialog(title, detail, { action, kind: 'danger' });
      },
    });
    return () => {
      removeEventListener('beforeunload', warn);
      stop();
    };
  }, [isUnfinished]);
}
