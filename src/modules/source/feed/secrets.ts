import { readFile } from 'node:fs/promises';
import { SourceFailure } from './failure.js';

/** Returns the value of a secret by name; throws {@link SourceFailure} if it is not set. */
export type SecretOf = (name: string) => Promise<string>;

/** Secrets from the configuration: values, or files that are reread each time, so that a change needs no restart. */
export function secretsOf(configured: ReadonlyMap<string, string>): SecretOf {
  return async (name) => {
    const value = configured.get(name) ?? (await fromFile(configured.get(`${name}_FILE`)));
    if (value !== undefined && value !== '') return value;
    const variable = `SOURCE_SECRET_${name}`;
    throw new SourceFailure('missing_secret', `${variable} (or ${variable}_FILE) is not set`, false);
  };
}

async function fromFile(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : (await readFile(path, 'utf8').catch(() => '')).trim();
}
