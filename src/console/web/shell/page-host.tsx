import { type ComponentType, h } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import type { PageEntry } from '../pages.js';
import { codeOf } from '../view/code-of.js';
import { route } from '../view/route.js';
import { Failure, Loading } from '../view/states.js';

/** A page, whose code is loaded when it is first opened. A page that breaks reports it and can be reloaded. */
export function PageHost({ page }: { page: PageEntry }) {
  const [loaded, setLoaded] = useState<{ Page: ComponentType } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [broken, reset] = useErrorBoundary((fault: unknown) => reportError(fault));
  // What breaks at one address may be whole at another.
  useEffect(() => reset(), [route.value]);
  useEffect(() => {
    let isGone = false;
    codeOf(page.load()).then(
      (Page) => !isGone && setLoaded({ Page }),
      (failure: unknown) => !isGone && setError(failure),
    );
    return () => {
      isGone = true;
    };
  }, [page]);
  const failure: unknown = broken ?? error;
  return (
    <div class={`page page-${page.id}`}>
      {failure !== null && failure !== undefined ? (
        <Failure error={failure} retry={() => location.reload()} />
      ) : loaded === null ? (
        <Loading />
      ) : (
        <loaded.Page />
      )}
    </div>
  );
}
