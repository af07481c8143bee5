import { signal } from '@preact/signals';
import { currentRoute, mayLeave, navigate, type Route, rewriteRoute } from '../router.js';
import { closeDialogs } from './dialog.js';

/** The route shown; components that read it follow it. It is that of the address, unless the reader is asked first. */
export const route = signal<Route>(currentRoute());

/** The history of the tab; undefined in browsers of before 2026. */
const { navigation } = globalThis as Partial<Pick<Window, 'navigation'>>;
const entryKey = () => navigation?.currentEntry?.key;
/** Entry of the history that is shown. */
let shownEntry = entryKey();
let isAsking = false;

addEventListener('hashchange', ({ oldURL }) => {
  // Also the question itself: back and forward still work while it is open.
  closeDialogs();
  if (isAsking) return;
  const answer = mayLeave(currentRoute());
  if (answer === true) follow();
  else void followAfter(answer, new URL(oldURL).hash);
});

function follow(): void {
  shownEntry = entryKey();
  route.value = currentRoute();
}

/** Follows the address if the reader agrees, else returns to the one `before` it. */
async function followAfter(answer: Promise<boolean>, before: string): Promise<void> {
  isAsking = true;
  if (!(await answer)) await restore(before);
  isAsking = false;
  follow();
}

/** Returns to the entry of the history that is shown, so that it has no other one of the same address. */
async function restore(before: string): Promise<void> {
  if (navigation === undefined || shownEntry === undefined) history.replaceState(null, '', before);
  else await navigation.traverseTo(shownEntry).finished?.catch(() => undefined);
}

/** Parameters to change; null and empty ones are removed from the address. */
export type QueryChange = Readonly<Record<string, string | null>>;

/** Changes parameters of the address as a step that the back button reverts. */
export function visit(change: QueryChange): void {
  const { page, path } = currentRoute();
  navigate(page, path, queryAfter(change));
}

/** Changes parameters of the address in place: how something is shown, not what. */
export function adjust(change: QueryChange): void {
  const { page, path } = currentRoute();
  rewriteRoute(page, path, queryAfter(change));
  route.value = currentRoute();
}

/** Parameters of the address after a change. */
export function queryAfter(change: QueryChange): Record<string, string> {
  const query = Object.fromEntries(currentRoute().query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') delete query[name];
    else query[name] = value;
  }
  return query;
}
