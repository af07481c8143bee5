import type { Request } from 'express';
import { nearest } from '../../kinds/nearest.js';
import { layersOf } from './methods.js';

const paths = new WeakMap<object, readonly string[]>();

/** The route path nearest to a request's, with `{name}` for its parameters; undefined if none is near. */
export function nearestPath({ app, path }: Request): string | undefined {
  let routes = paths.get(app);
  if (routes === undefined) {
    routes = [...new Set(routedPaths(app))].sort();
    paths.set(app, routes);
  }
  const requestedPath = path.replace(/(?<=.)\/$/, '');
  // Compared with the caller's values in place, and named without them: a value in a path may be a secret.
  const candidates = new Map(routes.map((each) => [withValues(each, requestedPath), each]));
  const best = nearest(requestedPath, [...candidates.keys()]);
  return best === undefined ? undefined : candidates.get(best)?.replaceAll(/:(\w+)/g, '{$1}');
}

/** Paths that Express routes, with `:name` for parameters. */
function routedPaths(app: Request['app']): string[] {
  return layersOf(app).flatMap(({ route }) => (typeof route?.path === 'string' ? [route.path] : []));
}

/** A path whose parameters are replaced by the values at their places in another path with as many parts. */
function withValues(path: string, other: string): string {
  const values = other.split('/');
  const parts = path.split('/');
  if (values.length !== parts.length) return path;
  return parts.map((part, at) => (part.startsWith(':') ? values[at] : part)).join('/');
}
