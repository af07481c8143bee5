import { signal } from '@preact/signals';
import { currentRoute, navigate, type Route, rewriteRoute } from '../router.js';

/** The current route; components that read it follow it. */
export const route = signal<Route>(currentRoute());
addEventListener('hashchange', () => {
  route.value = currentRoute();
});

/** Restores the address of the page still shown after another one was not followed. */
export function comeBack(address: string): void {
  history.replaceState(null, '', address);
  route.value = currentRoute();
}

/** Parameters to change; null and empty ones are removed from the address. */
export type QueryChange = Readonly<Record<string, string | null>>;

/** Changes parameters of the address as a step that the back button reverts. */
export function visit(change: QueryChange): void {
  const { page, path } = currentRoute();
  navigate(page, path, changed(change));
}

/** Changes parameters of the address in place: how something is shown, not what. */
export function adjust(change: QueryChange): void {
  const { page, path } = currentRoute();
  rewriteRoute(page, path, changed(change));
  route.value = currentRoute();
}

/** Parameters of the address after a change. */
export function changed(change: QueryChange): Record<string, string> {
  const query = Object.fromEntries(currentRoute().query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') delete query[name];
    else query[name] = value;
  }
  return query;
}
