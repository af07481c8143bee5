/** Addresses of the console follow the #, so that one page serves them all: #/chart/VNM?interval=1w. */
export interface Route {
  /** first part: which page */
  page: string;
  /** the parts after it, decoded */
  path: string[];
  query: URLSearchParams;
}

/** The route that the address names; `page` is empty when it names none. */
export function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', ...rest] = path.split('/').map(decodePart);
  return { page, path: rest.filter((part) => part !== ''), query: new URLSearchParams(query) };
}

/** The address of a route, for links. */
export function addressOf(
  page: string,
  path: readonly string[] = [],
  query: Record<string, string> = {},
): string {
  const parts = [page, ...path].map(encodeURIComponent).join('/');
  const text = new URLSearchParams(query).toString();
  return `#/${parts}${text === '' ? '' : `?${text}`}`;
}

/** Goes to another route; the browser's back button returns. */
export function navigate(page: string, path?: readonly string[], query?: Record<string, string>): void {
  location.hash = addressOf(page, path, query);
}

/** Writes what the page shows into the address without a history entry; listeners are not notified. */
export function rewriteRoute(page: string, path?: readonly string[], query?: Record<string, string>): void {
  history.replaceState(null, '', addressOf(page, path, query));
}

/** Calls back whenever the route changes; returns a function to stop. A page is remounted only when `page` changes. */
export function onRoute(listener: (route: Route) => void): () => void {
  const listen = () => listener(currentRoute());
  addEventListener('hashchange', listen);
  return () => removeEventListener('hashchange', listen);
}

/** What would be lost by leaving, such as what has been typed. */
export interface Unfinished {
  /** whether a route still shows it */
  isKeptAt(to: Route): boolean;
  /** asks the reader whether to leave all the same */
  ask(): Promise<boolean>;
}

let unfinishedWork: Unfinished | null = null;

/** Asks the reader before something unfinished is left, until the returned function is called. */
export function askBeforeLeaving(what: Unfinished): () => void {
  unfinishedWork = what;
  return () => {
    if (unfinishedWork === what) unfinishedWork = null;
  };
}

/** True when a route, or without one signing out, loses nothing; else the reader's answer. */
export function mayLeave(to?: Route): true | Promise<boolean> {
  if (unfinishedWork === null || (to !== undefined && unfinishedWork.isKeptAt(to))) return true;
  return unfinishedWork.ask();
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
