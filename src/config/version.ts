import { readFileSync } from 'node:fs';

/** Version of package.json, found from the sources and from the build alike. */
export const VERSION: string = readVersion();

function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string })
        .version;
    } catch {
      // looked for one level up next
    }
  }
  return '0.0.0';
}
