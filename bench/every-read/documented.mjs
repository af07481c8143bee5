/** The reads of openapi.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build.mjs';

const { paths, components } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));

/** Documented GETs: `path`, and names of the query's `parameters`; a required one has a `!` behind it. */
export function documented() {
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [{ path, parameters: (get.parameters ?? []).map(nameOf) }],
  );
}

/** A path as it is documented: the same one, or the one whose parameters stand where this has values. */
export function documentedPath(path) {
  const parts = path.split('/');
  const isIt = (each) => {
    const others = each.split('/');
    return (
      others.length === parts.length && others.every((part, at) => part === parts[at] || part.startsWith('{'))
    );
  };
  const known = documented().map((read) => read.path);
  return known.find((each) => each === path) ?? known.find(isIt);
}

function nameOf(parameter) {
  const { name, required } = parameter.$ref
    ? components.parameters[parameter.$ref.split('/').at(-1)]
    : parameter;
  return required ? `${name}!` : name;
}
