import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { DATA_SET_NAMES, type DataSetName } from '../kinds/data-set-names.js';
import { hasReadableFiles, isReadable, namesServers } from './hosts.js';
import { isIssuer } from './issuer-url.js';

const DUPLICATE_POLICIES = ['error', 'update', 'ignore'] as const;
const PUBLICATIONS = ['all', 'approved'] as const;
const ALLOWANCES = ['allowed', 'forbidden'] as const;
const SWITCH = ['on', 'off'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Prefix of the variables that hold secrets of sources: no other variable can be sent to a source. */
export const SOURCE_SECRET = 'SOURCE_SECRET_';
const NO_SECRETS: ReadonlyMap<string, string> = new Map();

const POSTGRES = ['postgres:', 'postgresql:'];
const REPLICAS = 'up to 16 URLs as of DATABASE_URL between commas: streaming replicas of it';

/**
 * Every setting: a property has the name of its environment variable, its initial value is the default, and the
 * message of its rules says in words what is accepted. Durations and sizes that are not settings are constants next to
 * their use.
 */
export class Settings {
  @IsText('an address or host name to listen on')
  HOST: string = '127.0.0.1';

  @IsWholeNumber(0, 65_535, 'a port, 0 to 65535 (0: any free one)')
  PORT: number = 3000;

  @IsText('a folder for the embedded database')
  DATA_DIR: string = './data';

  @IsOptional()
  @ValidateBy(
    { name: 'servers', validator: { validate: namesServers } },
    {
      message:
        'postgres://user:password@host:port/database (PostgreSQL 14 or newer), or up to 16 host:port between commas with ' +
        'target_session_attrs any, read-write or primary: a primary and its standbys; sslrootcert, sslcert and sslkey name ' +
        'files that can be read',
    },
  )
  DATABASE_URL?: string;

  @Transform(({ value }) =>
    String(value)
      .split(',')
      .map((url) => url.trim()),
  )
  @ArrayMaxSize(16, { message: REPLICAS })
  @IsUrl(POSTGRES, { each: true, message: REPLICAS })
  DATABASE_REPLICA_URLS: string[] = [];

  @IsOptional()
  @Matches(/^[A-Za-z0-9\-._~+/]{16,200}=*$/, {
    message: '16 to 200 letters, digits or - . _ ~ + / (RFC 6750 token characters)',
  })
  BOOTSTRAP_ADMIN_TOKEN?: string;

  @IsOptional()
  @ValidateBy(
    { name: 'issuer', validator: { validate: (value) => typeof value === 'string' && isIssuer(value) } },
    {
      message:
        "the issuer's https URL (http on a loopback host only: keys that anyone on the way can replace prove nothing)",
    },
  )
  OIDC_ISSUER?: string;

  @IsOptional()
  @IsText('the audience that tokens must carry')
  OIDC_AUDIENCE?: string;

  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({
    message: 'true or false (true: the provider verifies every e-mail but does not say so in its tokens)',
  })
  OIDC_TRUST_EMAIL: boolean = false;

  @IsIn(DUPLICATE_POLICIES, { message: 'error, update or ignore' })
  BULK_DUPLICATE_POLICY: (typeof DUPLICATE_POLICIES)[number] = 'error';

  @IsIn(PUBLICATIONS, { message: 'all or approved' })
  QUOTE_PUBLICATION: (typeof PUBLICATIONS)[number] = 'all';

  @IsIn(ALLOWANCES, { message: 'allowed or forbidden' })
  SELF_APPROVAL: (typeof ALLOWANCES)[number] = 'allowed';

  @Transform(({ value }) =>
    String(value)
      .split(',')
      .map((name) => name.trim()),
  )
  @IsIn(DATA_SET_NAMES, { each: true, message: `data sets between commas, of ${DATA_SET_NAMES.join(', ')}` })
  GOVERNED: DataSetName[] = ['quote'];

  @IsIn(ALLOWANCES, { message: 'allowed or forbidden (webhooks to loopback and private addresses)' })
  WEBHOOK_PRIVATE: (typeof ALLOWANCES)[number] = 'forbidden';

  @IsIn(ALLOWANCES, { message: 'allowed or forbidden (sources at loopback and private addresses)' })
  SOURCE_PRIVATE: (typeof ALLOWANCES)[number] = 'forbidden';

  @IsOptional()
  @IsText('path of a YAML file with sources')
  SOURCES_FILE?: string;

  @IsOptional()
  @IsText('path of the folder that sources may read files in')
  SOURCE_FOLDER?: string;

  @IsWholeNumber(0, 3650, 'days, 0 (keep none) to 3650')
  SOURCE_PAYLOAD_DAYS: number = 14;

  @IsWholeNumber(1, 1_000_000, 'megabytes, 1 to 1000000')
  SOURCE_PAYLOAD_MEGABYTES: number = 1024;

  /** Values of `SOURCE_SECRET_<name>` by name, and of `SOURCE_SECRET_<name>_FILE` by name with `_FILE`. */
  @Transform(() => NO_SECRETS)
  @Allow()
  SOURCE_SECRETS: ReadonlyMap<string, string> = NO_SECRETS;

  @IsWholeNumber(0, 100_000_000, 'requests a minute and token, 0 (off) to 100000000')
  RATE_LIMIT_PER_MINUTE: number = 6000;

  @IsWholeNumber(1, 64, 'processes, 1 to 64')
  WORKERS: number = 1;

  @IsIn(SWITCH, { message: 'on or off' })
  FAST_LANE: (typeof SWITCH)[number] = 'on';

  @IsIn(LOG_LEVELS, { message: 'trace, debug, info, warn, error, fatal or silent' })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}

/** Settings whose values are never shown, not even when they are refused. */
export const SECRETS: ReadonlySet<string> = new Set<keyof Settings>([
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'BOOTSTRAP_ADMIN_TOKEN',
]);

/** A text that is more than blanks, which nobody sees in a file of settings. */
function IsText(message: string): PropertyDecorator {
  return Matches(/\S/, { message });
}

/** A whole number written in decimal digits, bounds included. */
function IsWholeNumber(min: number, max: number, message: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** A URL of one of the protocols; the validator's own `IsUrl` accepts neither sockets nor hosts without a dot. */
function IsUrl(protocols: readonly string[], options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' &&
    URL.canParse(value) &&
    protocols.includes(new URL(value).protocol) &&
    isReadable(value) &&
    hasReadableFiles(value);
  return ValidateBy({ name: 'url', validator: { validate } }, options);
}
