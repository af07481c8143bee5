import { z } from 'zod';
import { isTrustworthy } from './issuer-url.js';

/** A setting is wrong; the message names every variable, what was given and what is accepted. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Configuration refused:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

const url = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const POSTGRES = ['postgres:', 'postgresql:'];

/** One entry a variable: how it is parsed, and what is accepted in words for the refusal and `.env.example`. */
const SETTINGS = {
  HOST: { schema: z.string().min(1).default('127.0.0.1'), accepts: 'an address or host name to listen on' },
  PORT: { schema: wholeNumber(0, 65_535).default(3000), accepts: 'a port, 0 to 65535 (0: any free one)' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), accepts: 'a folder for the embedded database' },
  DATABASE_URL: {
    schema: url(POSTGRES).optional(),
    accepts: 'postgres://user:password@host:port/database (PostgreSQL 14 or newer)',
    secret: true,
  },
  DATABASE_REPLICA_URLS: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((each) => each.trim()))
      .pipe(z.array(url(POSTGRES)).max(16))
      .default([]),
    accepts: 'up to 16 URLs as of DATABASE_URL between commas: streaming replicas of it',
    secret: true,
  },
  BOOTSTRAP_ADMIN_TOKEN: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9\-._~+/]{16,200}=*$/)
      .optional(),
    accepts: '16 to 200 letters, digits or - . _ ~ + / (RFC 6750 token characters)',
    secret: true,
  },
  OIDC_ISSUER: {
    schema: z.string().refine(isTrustworthy).optional(),
    accepts:
      "the issuer's https URL (http on a loopback host only: keys that anyone on the way can replace prove nothing)",
  },
  OIDC_AUDIENCE: { schema: z.string().min(1).optional(), accepts: 'the audience that tokens must carry' },
  OIDC_TRUST_EMAIL: {
    schema: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    accepts: 'true or false (true: the provider verifies every e-mail but does not say so in its tokens)',
  },
  BULK_DUPLICATE_POLICY: {
    schema: z.enum(['error', 'update', 'ignore']).default('error'),
    accepts: 'error, update or ignore',
  },
  QUOTE_PUBLICATION: { schema: z.enum(['all', 'approved']).default('all'), accepts: 'all or approved' },
  SELF_APPROVAL: {
    schema: z.enum(['allowed', 'forbidden']).default('allowed'),
    accepts: 'allowed or forbidden',
  },
  WEBHOOK_PRIVATE: {
    schema: z.enum(['allowed', 'forbidden']).default('forbidden'),
    accepts: 'allowed or forbidden (webhooks to loopback and private addresses)',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: wholeNumber(0, 100_000_000).default(6000),
    accepts: 'requests a minute and token, 0 (off) to 100000000',
  },
  FAST_LANE: { schema: z.enum(['on', 'off']).default('on'), accepts: 'on or off' },
  WORKERS: { schema: wholeNumber(1, 64).default(1), accepts: 'processes, 1 to 64' },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    accepts: 'trace, debug, info, warn, error, fatal or silent',
  },
} as const;

type Settings = typeof SETTINGS;

/** Every setting, parsed. Durations and sizes that are no setting are constants beside their use. */
export type Config = Readonly<{ [Name in keyof Settings]: z.output<Settings[Name]['schema']> }>;

/** Injection token of the parsed {@link Config}. */
export const CONFIG = Symbol('CONFIG');

/**
 * Parses the environment once, before anything listens.
 * An empty value counts as not given. Throws {@link ConfigurationError} with all problems at once.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const given = environment[name] === '' ? undefined : environment[name];
    const parsed = setting.schema.safeParse(given);
    if (parsed.success) config[name] = parsed.data;
    else problems.push(refusal(name, 'secret' in setting ? '(hidden)' : `"${given}"`, setting.accepts));
  }
  if (Boolean(config.OIDC_ISSUER) !== Boolean(config.OIDC_AUDIENCE)) {
    problems.push('OIDC_ISSUER and OIDC_AUDIENCE belong together: set both or neither');
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze(config) as Config;
}

function refusal(name: string, given: string, accepts: string): string {
  return `${name}: given ${given}, accepted: ${accepts}`;
}

/**
 * Reads `.env` of the working folder, if there is one, below the real environment, then parses.
 * `within`: a folder inside DATA_DIR to use instead, unless the real environment names DATA_DIR itself.
 */
export function loadConfig(within?: string): Config {
  const isNamed = Boolean(process.env.DATA_DIR);
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const config = parseConfig(process.env);
  if (within === undefined || isNamed) return config;
  return Object.freeze({ ...config, DATA_DIR: `${config.DATA_DIR}/${within}` });
}
