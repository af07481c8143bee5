import type { Request } from 'express';

/** The part of Express 5's router that shows which layers have a route for a path. */
interface Layer {
  match(path: string): boolean;
  route?: { path: unknown; methods: Record<string, boolean> };
}

/** The layers that an application's router goes through, in its order. */
export function layersOf(app: Request['app']): readonly Layer[] {
  return (app as unknown as { router: { stack: Layer[] } }).router.stack;
}

/** Methods under which the path of a request is routed, upper case, sorted; empty for an unknown path. */
export function allowedMethods(request: Request): string[] {
  const methods = new Set<string>();
  for (const layer of layersOf(request.app)) {
    if (layer.route === undefined || !matches(layer, request.path)) continue;
    for (const [method, offered] of Object.entries(layer.route.methods)) {
      if (offered) methods.add(method.toUpperCase());
    }
  }
  if (methods.has('GET')) methods.add('HEAD');
  methods.delete('_ALL');
  return [...methods].sort();
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false; // malformed percent-encoding
  }
}
