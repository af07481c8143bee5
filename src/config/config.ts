import { opendirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { isSlip, nearest } from '../kinds/nearest.js';
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

/** Names of the variables that are settings. */
const NAMES: readonly string[] = Object.keys(new Settings()).filter((name) => name !== 'SOURCE_SECRETS');

/**
 * Reads `.env` of the working folder, if there is one; the real environment takes precedence. Then parses. `warn`
 * receives a line about each setting that is accepted but probably not as meant. `within`: a folder inside DATA_DIR to
 * use instead, unless the real environment names DATA_DIR itself.
 */
export function loadConfig(warn: (line: string) => void = () => undefined, within?: string): Config {
  const isNamed = Boolean(process.env.DATA_DIR);
  const ofFile = parseEnv(envFile());
  for (const line of misspelt(ofFile)) warn(line);
  for (const [name, value] of Object.entries(ofFile)) process.env[name] ??= value;
  const config = parseConfig(process.env);
  if (config.SOURCE_FOLDER !== undefined) warnOfFolder(config.SOURCE_FOLDER, warn);
  if (within === undefined || isNamed) return config;
  return Object.freeze({ ...config, DATA_DIR: `${config.DATA_DIR}/${within}` });
}

/**
 * Lines about variables that are no settings but probably meant to be, without their values. `.env` has variables of
 * other programs too, and the environment so many that only a slip of one character counts there.
 */
function misspelt(ofFile: Readonly<Record<string, string | undefined>>): string[] {
  const isUnknown = (name: string) => !NAMES.includes(name) && !name.startsWith(SOURCE_SECRET);
  const line = (place: string, name: string, meant: string | undefined) =>
    meant === undefined
      ? []
      : [`${name} of ${place} is no setting and has no effect; the nearest is ${meant}`];
  const inFile = Object.keys(ofFile).filter(isUnknown);
  const inEnvironment = Object.keys(process.env).filter((name) => isUnknown(name) && !(name in ofFile));
  return [
    ...inFile.flatMap((name) => line('.env', name, nearest(name, NAMES))),
    ...inEnvironment.flatMap((name) =>
      line(
        'the environment',
        name,
        NAMES.find((each) => isSlip(name, each)),
      ),
    ),
  ];
}

/** Not refused: a folder of another machine may come later than the service. */
function warnOfFolder(path: string, warn: (line: string) => void): void {
  try {
    opendirSync(path).closeSync();
  } catch (error) {
    warn(
      `SOURCE_FOLDER "${path}": ${(error as Error).message}; sources find no files until it is a folder that can be read`,
    );
  }
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
