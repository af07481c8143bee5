import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { SECRETS, Settings, SOURCE_SECRET } from './settings.js';

/** A setting is wrong; the message names every variable, what was given and what is accepted. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Configuration refused:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/** Every setting, parsed. */
export type Config = Readonly<Settings>;

/** Injection token of the parsed {@link Config}. */
export const CONFIG = Symbol('CONFIG');

/**
 * Parses the environment once, before anything listens.
 * An empty value counts as not given. Throws {@link ConfigurationError} with all problems at once.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const texts = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const settings = plainToInstance(Settings, texts);
  const problems = validateSync(settings, { whitelist: true, stopAtFirstError: true }).map(
    ({ property, constraints }) => {
      const value = SECRETS.has(property) ? '(hidden)' : `"${texts[property]}"`;
      return `${property}: given ${value}, accepted: ${Object.values(constraints ?? {})[0]}`;
    },
  );
  if (Boolean(settings.OIDC_ISSUER) !== Boolean(settings.OIDC_AUDIENCE)) {
    problems.push('OIDC_ISSUER and OIDC_AUDIENCE belong together: set both or neither');
  }
  if (
    texts.DATABASE_URL === undefined &&
    problems.length === 0 &&
    settings.DATABASE_REPLICA_URLS.length > 0
  ) {
    problems.push('DATABASE_REPLICA_URLS needs DATABASE_URL: the embedded database has no replicas');
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  settings.SOURCE_SECRETS = sourceSecrets(texts);
  return Object.freeze(settings);
}

/**
 * Reads `.env` of the working folder, if there is one; the real environment takes precedence. Then parses.
 * `within`: a folder inside DATA_DIR to use instead, unless the real environment names DATA_DIR itself.
 */
export function loadConfig(within?: string): Config {
  const isNamed = Boolean(process.env.DATA_DIR);
  for (const [name, value] of Object.entries(parseEnv(envFile()))) process.env[name] ??= value;
  const config = parseConfig(process.env);
  if (within === undefined || isNamed) return config;
  return Object.freeze({ ...config, DATA_DIR: `${config.DATA_DIR}/${within}` });
}

/** The text of `.env`, without the mark that some editors put before the first setting; empty if there is none. */
function envFile(): string {
  try {
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigurationError([`.env: ${message}`]);
  }
}

function sourceSecrets(texts: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const secrets = Object.entries(texts).filter(([name]) => name.startsWith(SOURCE_SECRET));
  return new Map(secrets.map(([name, value = '']) => [name.slice(SOURCE_SECRET.length), value]));
}
