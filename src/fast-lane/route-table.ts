import type { ReadRoute } from './read-route.js';

/** A route that matches a path, with the values of its path parameters. */
export interface FoundRoute {
  route: ReadRoute;
  params: Readonly<Record<string, string>>;
}

const NO_PARAMS = {};
const UPPER_CASE = /[A-Z]/;

/** GET routes by path: those without parameters first, as in the router of the application. */
export class RouteTable {
  private readonly fixedPaths = new Map<string, ReadRoute | undefined>();
  private readonly patterns: { names: string[]; pattern: RegExp; route: ReadRoute | undefined }[] = [];

  add(path: string, route: ReadRoute | undefined): void {
    if (!path.includes(':')) this.fixedPaths.set(path, route);
    else {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
      const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);
      this.patterns.push({ names, pattern, route });
    }
  }

  /** Paths that the lane answers. */
  get paths(): string[] {
    const routes = [...this.fixedPaths.values(), ...this.patterns.map(({ route }) => route)];
    return routes.flatMap((route) => route?.path ?? []);
  }

  /** The read route of a path that is spelled as in the document; undefined leaves it to the application's router. */
  find(path: string): FoundRoute | undefined {
    const match = this.match(path);
    // In the router letter case does not matter: /index/PROFILE is not the index of that name.
    if (match === undefined || !UPPER_CASE.test(path)) return match;
    return this.match(path.toLowerCase())?.route === match.route ? match : undefined;
  }

  private match(path: string): FoundRoute | undefined {
    if (this.fixedPaths.has(path)) {
      const route = this.fixedPaths.get(path);
      return route && { route, params: NO_PARAMS };
    }
    if (path.includes('%')) return undefined;
    for (const { names, pattern, route } of this.patterns) {
      const [, ...values] = pattern.exec(path) ?? [];
      if (values.length === 0) continue;
      return (
        route && { route, params: Object.fromEntries(names.map((name, at) => [name, String(values[at])])) }
      );
    }
    return undefined;
  }
}
