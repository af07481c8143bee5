/** The reads of openapi.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build.mjs';

const { paths, components } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));

/** Documented GETs: `path`, and whether it `isPlainList`, one that needs no parameter. */
export const DOCUMENTED = Object.entries(paths).flatMap(([path, { get }]) =>
  get === undefined ? [] : [{ path, isPlainList: isPlainList((get.parameters ?? []).map(resolved)) }],
);

/** The documented form of a path: the same path, or the one whose parameters stand where this one has values. */
export function documentedPath(path) {
  const parts = path.split('/');
  const matches = (each) => {
    const others = each.split('/');
    return (
      others.length === parts.length && others.every((part, at) => part === parts[at] || part.startsWith('{'))
    );
  };
  const documentedPaths = DOCUMENTED.map((read) => read.path);
  return documentedPaths.find((each) => each === path) ?? documentedPaths.find(matches);
}

function isPlainList(parameters) {
  return parameters.some(({ name }) => name === 'cursor') && !parameters.some(({ required }) => required);
}

function resolved(parameter) {
  return parameter.$ref === undefined ? parameter : components.parameters[parameter.$ref.split('/').at(-1)];
}
