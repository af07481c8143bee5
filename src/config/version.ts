import { existsSync, readFileSync } from 'node:fs';

/** Version of package.json, two folders above this one in the sources and three in the build. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const file = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  if (file === undefined) throw new Error('package.json is missing next to the build');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
