import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILE_TYPES } from '../http/replies/static-files.js';

/** Files of a folder that the build creates next to this module, by their path below it: `/main.js`. */
export function builtFiles(name: string, entry: string): Map<string, string> {
  const folder = builtFolder(name, entry);
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => extname(file) in FILE_TYPES)
      .map((file) => join(folder, file))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  );
}

/** Works from the sources and from the build alike; `entry` is a file that only the built folder has. */
function builtFolder(name: string, entry: string): string {
  const siblingFolder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  return existsSync(join(siblingFolder, entry))
    ? siblingFolder
    : fileURLToPath(new URL(`../../dist/src/console/${name}/`, import.meta.url));
}
