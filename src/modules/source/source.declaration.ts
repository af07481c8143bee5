import { BodyField } from '../../http/fields/fields.js';
import { nestedKind, nestedMapKind } from '../../http/fields/nested.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import {
  booleanKind,
  choiceKind,
  dateKind,
  emailKind,
  Invalid,
  integerKind,
  type Kind,
  numberKind,
  patternKind,
  textKind,
  textOf,
  tickerKind,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { decimalFactor } from '../import/decimal.js';
import { ACTIONS, type Action, QUOTE_RULES } from '../quality/quality-rules.js';
import { fileAddress, isOfFiles } from './feed/file-address.js';
import { unknownVariables, VARIABLES } from './feed/template.js';
import { isSchedule } from './schedule.js';

/** Most securities that a declaration names itself. */
const MOST_TICKERS = 5_000;

/** Name of a source, part of its address; `preset` is the address of the presets. */
export const sourceNameKind = patternKind(
  /^(?!preset$)[a-z][a-z0-9-]{1,62}$/,
  '2 to 63 characters of a-z, 0-9 and -, beginning with a letter, and not preset are expected',
);

/** Name of a secret: the environment variable `SOURCE_SECRET_<name>`, or the file that `SOURCE_SECRET_<name>_FILE` names. */
const secretKind = patternKind(
  /^[A-Z][A-Z0-9_]{0,63}$/,
  'the name of a secret is expected: SOURCE_SECRET_<name>, or SOURCE_SECRET_<name>_FILE for a file, has its value',
);

const VARIABLES_TEXT = VARIABLES.map((name) => `{${name}}`).join(', ');

/** Text with variables. */
function templateKind(max: number): Kind<string> {
  return textKind({ maxLength: max }, 'text', (text) => {
    if (text === '' || text.length > max)
      return new Invalid('out_of_range', `1 to ${max} characters are expected`);
    const [unknown] = unknownVariables(text);
    return unknown === undefined
      ? text
      : new Invalid(
          'invalid_format',
          `{${unknown}} is no variable: ${VARIABLES_TEXT}, a date as {from:YYYYMMDD}`,
        );
  });
}

const URL_DETAIL = 'an http or https URL without user name, password and fragment is expected';

/** Address of requests, whose path and query may hold variables. */
const addressKind: Kind<string> = textKind({ format: 'uri-template', maxLength: 2000 }, 'text', httpAddress);

/** The same, or an address of files. */
const placeKind: Kind<string> = textKind({ format: 'uri-template', maxLength: 2000 }, 'text', (text) => {
  if (!isOfFiles(text)) return httpAddress(text);
  return fileAddress(text) === undefined
    ? new Invalid(
        'invalid_format',
        'file:folder/*.csv or sftp://user@host/folder/*.csv is expected, the folder without . and ..',
      )
    : text;
});

function httpAddress(text: string): string | Invalid {
  const template = templateKind(2000).fromText(text);
  if (template instanceof Invalid) return template;
  const plain = text.replaceAll(/\{[^}]*\}/g, '0');
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(plain) || !URL.canParse(plain))
    return new Invalid('invalid_format', URL_DETAIL);
  if (/^https?:\/\/[^/?#]*\{/i.test(text))
    return new Invalid('invalid_format', 'no variable is accepted in the host');
  const { username, password, hash } = new URL(plain);
  return username !== '' || password !== '' || hash !== '' ? new Invalid('invalid_format', URL_DETAIL) : text;
}

/** A JSON pointer (RFC 6901) into an answer; empty: the answer itself. */
const pointerKind = patternKind(
  /^(\/([^~/]|~[01])*){0,16}$/,
  'a JSON pointer such as /data/bars is expected',
);

const factorKind: Kind<string> = {
  ...textKind({ example: '1000' }, 'text', factorText),
  fromJson: (value) => factorText(typeof value === 'number' ? String(value) : value),
};

function factorText(value: unknown): string | Invalid {
  return typeof value === 'string' && decimalFactor(value) !== undefined
    ? value
    : new Invalid('invalid_format', 'a positive decimal such as 1000 or 0.001 is expected');
}

/** Headers of a request by their names. */
const headersKind: Kind<Record<string, string>> = {
  fromText: () => new Invalid('invalid_type', 'an object of headers is expected'),
  fromJson: (value) => {
    const entries =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const isSound = ([name, text]: [string, unknown]) =>
      /^[A-Za-z0-9-]{1,64}$/.test(name) && typeof text === 'string' && /^[\x20-\x7e]{0,1000}$/.test(text);
    if (entries.length === 0 || entries.length > 20 || !entries.every(isSound)) {
      return new Invalid('invalid_format', '1 to 20 headers with plain values are expected');
    }
    if (
      entries.some(([name]) => /^(authorization|cookie|host|content-length|transfer-encoding)$/i.test(name))
    ) {
      return new Invalid(
        'invalid_format',
        'credentials belong in auth, and Host and lengths are set by the service',
      );
    }
    return Object.fromEntries(entries) as Record<string, string>;
  },
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  sqlType: 'jsonb',
};

/** The request of a page. */
export class SourceRequest {
  @BodyField(placeKind, {
    description: `Address of a page, or of files: file:<folder in SOURCE_FOLDER>/<pattern> or sftp://<user>@<host>/<folder>/<pattern>, a pattern such as *.csv.gz. Of HTTP with variables in its path and query: ${VARIABLES_TEXT}. A date may be formatted: {from:YYYYMMDD}, {from:unix}, {to:unix_end} (its last second).`,
    example: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}&page={page}',
  })
  url: string;
  @BodyField(choiceKind(['GET', 'POST']), {
    optional: true,
    description: 'Method, GET by default.',
    example: 'GET',
  })
  method?: 'GET' | 'POST';
  @BodyField(headersKind, {
    optional: true,
    description: 'Further headers, never credentials.',
    example: { Accept: 'application/json' },
  })
  headers?: Record<string, string>;
  @BodyField(templateKind(10_000), {
    optional: true,
    description: 'JSON body of a POST, with variables.',
    example: '{"symbol":"{ticker}","fromDate":"{from:DD/MM/YYYY}"}',
  })
  body?: string;
  @BodyField(integerKind({ min: 0, max: 86_400 }), {
    optional: true,
    description:
      'Seconds that a file must have been left alone before it is read (file, sftp), as it may be incomplete; 60 by default.',
    example: 60,
  })
  settle?: number;
}

/** How requests are authenticated. Secrets are named here and stand in the environment or a file. */
export class SourceAuth {
  @BodyField(choiceKind(['header', 'query', 'oauth2', 'token', 'ssh']), {
    description:
      'ssh: password or private key of an SFTP server; header: the secret in a header; query: in a query parameter; oauth2: client credentials (RFC 6749, 4.4); token: a token endpoint that takes a JSON body, as SSI FastConnect has it.',
    example: 'header',
  })
  type: 'header' | 'query' | 'oauth2' | 'token' | 'ssh';
  @BodyField(patternKind(/^[A-Za-z0-9_-]{1,64}$/, 'a name of letters, digits, - and _ is expected'), {
    optional: true,
    description: 'Header or parameter that carries the secret or token; Authorization by default.',
    example: 'X-Api-Key',
  })
  name?: string;
  @BodyField(textOf({ min: 0, max: 40 }), {
    optional: true,
    description: 'What precedes it; `Bearer ` by default in Authorization, else nothing.',
    example: 'Bearer ',
  })
  prefix?: string;
  @BodyField(secretKind, {
    optional: true,
    description: 'The secret of header and query; the password of ssh.',
    example: 'VENDOR_KEY',
  })
  secret?: string;
  @BodyField(addressKind, {
    optional: true,
    description: 'Address that hands out tokens (oauth2, token).',
    example: 'https://api.vendor.example/oauth/token',
  })
  token_url?: string;
  @BodyField(secretKind, {
    optional: true,
    description: 'Secret with the client identifier.',
    example: 'VENDOR_ID',
  })
  client_id?: string;
  @BodyField(secretKind, {
    optional: true,
    description: 'Secret with the client secret.',
    example: 'VENDOR_SECRET',
  })
  client_secret?: string;
  @BodyField(
    patternKind(/^[A-Za-z0-9_]{1,64},[A-Za-z0-9_]{1,64}$/, 'two names between a comma are expected'),
    {
      optional: true,
      description: 'Names of identifier and secret in the body of a token request (token).',
      example: 'consumerID,consumerSecret',
    },
  )
  token_fields?: string;
  @BodyField(pointerKind, {
    optional: true,
    description: 'Where the token stands in the answer; /access_token by default.',
    example: '/data/accessToken',
  })
  token_at?: string;
  @BodyField(secretKind, {
    optional: true,
    description: 'Secret with a private key in the form of OpenSSH or PEM, instead of a password (ssh).',
    example: 'VENDOR_SSH_KEY',
  })
  private_key?: string;
  @BodyField(secretKind, {
    optional: true,
    description: 'Secret with the passphrase of the private key (ssh).',
    example: 'VENDOR_SSH_PASSPHRASE',
  })
  passphrase?: string;
  @BodyField(patternKind(/^SHA256:[A-Za-z0-9+/]{43}$/, 'a fingerprint such as SHA256:… is expected'), {
    optional: true,
    description:
      'Fingerprint of the key of the server, as `ssh-keyscan <host> | ssh-keygen -lf -` shows it; no other server is sent a secret (ssh).',
    example: 'SHA256:uNiVztksCsDhcc0u9e8BrOdv4nI8Q2oUn0Qd5cGSsoA',
  })
  host_key?: string;
}

/** How an answer continues on further pages. */
export class SourcePaging {
  @BodyField(choiceKind(['page', 'offset', 'cursor', 'link']), {
    description:
      'page: {page} counts up; offset: {offset} grows by the rows received; cursor: {cursor} is taken from the answer; link: the Link header with rel=next on the same host.',
    example: 'page',
  })
  type: 'page' | 'offset' | 'cursor' | 'link';
  @BodyField(integerKind({ min: 0 }), {
    optional: true,
    description: 'First value of {page} (1 by default) or {offset} (0 by default).',
    example: 1,
  })
  start?: number;
  @BodyField(integerKind({ min: 1, max: 1_000_000 }), {
    optional: true,
    description:
      'Rows of a full page, {size}; a shorter page is the last. Without it the last page is an empty one.',
    example: 1000,
  })
  size?: number;
  @BodyField(pointerKind, {
    optional: true,
    description: 'Where the next cursor stands in the answer (cursor); none, null or empty ends.',
    example: '/meta/next',
  })
  cursor_at?: string;
}

/** Where the rows stand in an answer. */
export class SourceRows {
  @BodyField(choiceKind(['json', 'csv', 'ndjson', 'published']), {
    description:
      'How rows are written; published: as their publisher hands them out (ISO 10383 CSV and XML, ISO 4217 XML, REST Countries), in one page and without `fields`.',
    example: 'json',
  })
  format: 'json' | 'csv' | 'ndjson' | 'published';
  @BodyField(pointerKind, {
    optional: true,
    description: 'JSON pointer to the list of rows (json); the answer itself by default.',
    example: '/data',
  })
  at?: string;
  @BodyField(booleanKind, {
    optional: true,
    description: 'The object there has a list a field, all of one length, instead of a list of rows (json).',
    example: false,
  })
  columns?: boolean;
}

/** Where a field of a record comes from. */
export class SourceField {
  @BodyField(textOf({ max: 200 }), {
    optional: true,
    description: 'Column or key, or a JSON pointer into the row.',
    example: 'closePrice',
  })
  from?: string;
  @BodyField(templateKind(200), {
    optional: true,
    description: 'Fixed value, with variables, instead of `from`.',
    example: '{ticker}',
  })
  value?: string;
  @BodyField(factorKind, {
    optional: true,
    description: 'Numbers are multiplied by it, exactly: 1000 for prices in thousand VND.',
    example: '1000',
  })
  scale?: string;
  @BodyField(booleanKind, {
    optional: true,
    description: 'A split as new/old shares, such as 2/1, is read as new free shares a held share: 1.',
    example: false,
  })
  split?: boolean;
  @BodyField(
    patternKind(
      /^(unix|unix_ms|(?=.*YYYY)(?=.*MM)(?=.*DD)[YMD./ -]{6,12})$/,
      'unix, unix_ms or letters YYYY, MM, DD with separators are expected',
    ),
    {
      optional: true,
      description:
        'How a date is written: YYYY, MM and DD with separators, or unix (seconds) or unix_ms, read in the zone of the market.',
      example: 'DD/MM/YYYY',
    },
  )
  date?: string;
}

/** Which requests a run makes: its units of work, each done once. */
export class SourceWork {
  @BodyField(choiceKind(['once', 'ticker', 'date']), {
    description:
      'once: the range in one; ticker: the range for each security; date: each open day of the range.',
    example: 'ticker',
  })
  each: 'once' | 'ticker' | 'date';
  @BodyField(arrayOf(tickerKind, MOST_TICKERS, 1), {
    optional: true,
    description: 'Securities (each: ticker); all active ones of the master by default.',
    example: ['VNM', 'FPT'],
  })
  tickers?: string[];
  @BodyField(dateKind, {
    optional: true,
    description:
      'First day of the first run; the day of the run by default. Later runs begin where the last complete one ended.',
    example: '2020-01-01',
  })
  since?: string;
  @BodyField(integerKind({ min: 0, max: 3_650 }), {
    optional: true,
    description:
      'Days before the end of the last complete run that are fetched again, for late corrections. 0 by default.',
    example: 3,
  })
  overlap_days?: number;
}

/** When runs begin by themselves. */
export class SourceSchedule {
  @BodyField(
    textKind({ maxLength: 100 }, 'text', (text) =>
      isSchedule(text) ? text : new Invalid('invalid_format', 'a cron expression of five fields is expected'),
    ),
    {
      optional: true,
      description: 'Cron expression of five fields, in the zone of the market.',
      example: '0 7 * * 1-5',
    },
  )
  cron?: string;
  @BodyField(integerKind({ min: 0, max: 720 }), {
    optional: true,
    description:
      'Minutes after the close (15:00 in the zone of the market) of each open day, instead of `cron`.',
    example: 30,
  })
  after_close?: number;
}

/** Bounds of what a source may cost. */
export class SourceLimits {
  @BodyField(integerKind({ min: 1, max: 60_000 }), {
    optional: true,
    description: 'Requests a minute; 60 by default.',
    example: 60,
  })
  per_minute?: number;
  @BodyField(integerKind({ min: 1, max: 600 }), {
    optional: true,
    description:
      'Seconds without a byte after which a request has failed; 30 by default. A whole answer may take ten times as long.',
    example: 30,
  })
  timeout?: number;
  @BodyField(integerKind({ min: 1, max: 2_000 }), {
    optional: true,
    description: 'Megabytes of one answer, decompressed; 64 by default.',
    example: 64,
  })
  megabytes?: number;
  @BodyField(integerKind({ min: 1, max: 20 }), {
    optional: true,
    description: 'Attempts of a unit before the run goes on without it; 5 by default.',
    example: 5,
  })
  attempts?: number;
}

/** A rule of the quality gate as a source sets it. */
export class SourceRule {
  @BodyField(choiceKind(ACTIONS), {
    optional: true,
    description:
      'off; warn: stored, with a remark in the unit of work; quarantine: held back until a checker decides; fail: nothing of the answer is stored.',
    example: 'quarantine',
  })
  action?: Action;
  @BodyField(numberKind({ min: 0 }), {
    optional: true,
    description: 'Threshold, in the sense of the rule.',
    example: 0.2,
  })
  threshold?: number;
}

const RULES_TEXT = Object.entries(QUOTE_RULES)
  .map(
    ([name, { action, threshold, description }]) =>
      `${name} (${action}${threshold === null ? '' : `, ${threshold}`}): ${description}`,
  )
  .join('; ');

const rulePattern = {
  pattern: /^[a-z][a-z_]{1,62}$/,
  max: 40,
  detail: 'rules by name are expected',
};

const columnPattern = {
  pattern: /^[a-z][a-z0-9_]{0,62}$/,
  max: 200,
  detail: 'up to 200 fields of the data set by name are expected',
};

/** A source as it is declared. */
export class SourceWrite {
  @BodyField(choiceKind(DATA_SET_NAMES), {
    description: 'Data set that its records belong to.',
    example: 'quote',
  })
  data_set: DataSetName;
  @BodyField(textOf({ max: 500 }), {
    optional: true,
    description: 'Note for people.',
    example: 'End of day of the vendor',
  })
  description?: string;
  @BodyField(nestedKind(SourceRequest), {
    description: 'The request of a page.',
    example: { url: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}' },
  })
  request: SourceRequest;
  @BodyField(nestedKind(SourceAuth), {
    optional: true,
    description: 'How requests are authenticated; not at all by default.',
  })
  auth?: SourceAuth;
  @BodyField(nestedKind(SourcePaging), {
    optional: true,
    description: 'How an answer continues; one page by default.',
  })
  paging?: SourcePaging;
  @BodyField(nestedKind(SourceRows), {
    description: 'Where the rows stand in an answer.',
    example: { format: 'json', at: '/data' },
  })
  rows: SourceRows;
  @BodyField(nestedMapKind(SourceField, columnPattern), {
    optional: true,
    description:
      'Where each field of a record comes from. Without it columns are recognised by their names, as by the import.',
    example: { date: { from: 'tradingDate', date: 'DD/MM/YYYY' }, close: { from: 'close', scale: '1000' } },
  })
  fields?: Record<string, SourceField>;
  @BodyField(nestedKind(SourceWork), {
    description: 'Which requests a run makes.',
    example: { each: 'ticker' },
  })
  work: SourceWork;
  @BodyField(nestedKind(SourceSchedule), {
    optional: true,
    description: 'When runs begin by themselves; never by default.',
  })
  schedule?: SourceSchedule;
  @BodyField(integerKind({ min: 1, max: 250 }), {
    optional: true,
    description:
      'Open days without a newer record after which `source.stale` is told. 3 by default where it has a schedule and a data set by day (quote, daily_statistic, foreign_trade, trade_flow, order_statistic); else never.',
    example: 2,
  })
  stale_days?: number;
  @BodyField(integerKind({ min: 1, max: 1000 }), {
    optional: true,
    description:
      'Which of two sources is preferred for one key: the lower number; 100 by default. See the rules second_source and preferred_source.',
    example: 10,
  })
  priority?: number;
  @BodyField(nestedKind(SourceLimits), { optional: true, description: 'Bounds of what a source may cost.' })
  limits?: SourceLimits;
  @BodyField(nestedMapKind(SourceRule, rulePattern), {
    optional: true,
    description: `Rules of the quality gate that are other than usual. Rules of daily quotes, with what they usually do and their usual thresholds: ${RULES_TEXT}. Every other data set has its flags (GET /svc/datasets/{name}) as rules, beside conflict, missing (off: a field that is declared is empty) and second_source.`,
    example: { jump: { action: 'warn', threshold: 0.3 } },
  })
  quality?: Record<string, SourceRule>;
  @BodyField(choiceKind(['error', 'update', 'ignore']), {
    optional: true,
    description: 'What becomes of a record whose key exists with other values; update by default.',
    example: 'update',
  })
  on_duplicate?: 'error' | 'update' | 'ignore';
  @BodyField(emailKind, {
    optional: true,
    description: 'Principal that its records are written as, for the audit log; `source:<name>` by default.',
    example: 'feed@example.com',
  })
  principal?: string;
  @BodyField(booleanKind, {
    optional: true,
    description: 'false: its schedule begins no run. Default true.',
    example: true,
  })
  active?: boolean;
}
