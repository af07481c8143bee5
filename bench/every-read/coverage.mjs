/** Which of the documented reads are asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/build.mjs';
import { LEFT_OUT, REQUESTS } from './requests.mjs';

/** Paths of openapi.json with a GET that is neither asked nor left out on purpose. */
export function notAsked() {
  const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  const documented = Object.keys(paths).filter((path) => paths[path].get !== undefined);
  const asked = new Set(REQUESTS.map(({ path }) => documentedPath(path.split('?')[0], documented)));
  return documented.filter((path) => !asked.has(path) && !LEFT_OUT.includes(path));
}

/** A path as it is documented: the same one, or the one whose parameters stand where this has values. */
function documentedPath(path, documented) {
  const parts = path.split('/');
  const isIt = (each) => {
    const others = each.split('/');
    return (
      others.length === parts.length && others.every((part, at) => part === parts[at] || part.startsWith('{'))
    );
  };
  return documented.find((each) => each === path) ?? documented.find(isIt);
}
