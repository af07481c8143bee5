import { BodyField, OptionalField } from '../../http/fields/fields.js';
import { booleanKind, choiceKind, integerKind, patternKind, textOf } from '../../kinds/kinds.js';
import {
  addressKind,
  headersKind,
  placeKind,
  pointerKind,
  secretKind,
  templateKind,
  VARIABLES_TEXT,
} from './declaration-kinds.js';

/** The request of a page. */
export class SourceRequest {
  @BodyField(
    placeKind,
    `Address of a page, or of files: file:<folder in SOURCE_FOLDER>/<pattern> or sftp://<user>@<host>/<folder>/<pattern>, with a pattern such as *.csv.gz. An HTTP address may have variables in its path and query: ${VARIABLES_TEXT}. A date may be formatted: {from:YYYYMMDD}, {from:unix}, {to:unix_end} (its last second).`,
    'https://api.vendor.example/eod/{ticker}?from={from}&to={to}&page={page}',
  )
  url: string;
  @OptionalField(choiceKind(['GET', 'POST']), 'Method; GET by default.', 'GET') method?: 'GET' | 'POST';
  @OptionalField(headersKind, 'Additional headers, never credentials.', { Accept: 'application/json' })
  headers?: Record<string, string>;
  @OptionalField(
    templateKind(10_000),
    'JSON body of a POST; may have variables.',
    '{"symbol":"{ticker}","fromDate":"{from:DD/MM/YYYY}"}',
  )
  body?: string;
  @OptionalField(
    integerKind({ min: 0, max: 86_400 }),
    'Seconds for which a file must have been unchanged before it is read (file, sftp), as it may be incomplete; 60 by default, 0: read at once.',
    60,
  )
  settle?: number;
}

/** How requests are authenticated. Secrets are named here; their values are in the environment or a file. */
export class SourceAuth {
  @BodyField(
    choiceKind(['header', 'query', 'oauth2', 'token', 'ssh']),
    'ssh: password or private key for an SFTP server; header: secret in a header; query: secret in a query parameter; oauth2: client credentials (RFC 6749, 4.4); token: a token endpoint that takes a JSON body, like that of SSI FastConnect.',
    'header',
  )
  type: 'header' | 'query' | 'oauth2' | 'token' | 'ssh';
  @OptionalField(
    patternKind(/^[A-Za-z0-9_-]{1,64}$/, 'a name of letters, digits, - and _ is expected'),
    'Header or parameter that carries the secret or token; Authorization by default.',
    'X-Api-Key',
  )
  name?: string;
  @OptionalField(
    textOf({ min: 0, max: 40 }),
    'Prefix of the secret or token; `Bearer ` by default in Authorization, otherwise nothing.',
    'Bearer ',
  )
  prefix?: string;
  @OptionalField(secretKind, 'The secret for header and query; the password for ssh.', 'VENDOR_KEY')
  secret?: string;
  @OptionalField(
    addressKind,
    'Address of the token endpoint (oauth2, token).',
    'https://api.vendor.example/oauth/token',
  )
  token_url?: string;
  @OptionalField(secretKind, 'Secret that holds the client identifier.', 'VENDOR_ID') client_id?: string;
  @OptionalField(secretKind, 'Secret that holds the client secret.', 'VENDOR_SECRET') client_secret?: string;
  @OptionalField(
    patternKind(/^[A-Za-z0-9_]{1,64},[A-Za-z0-9_]{1,64}$/, 'two names between a comma are expected'),
    'Names of the identifier and the secret in the body of a token request (token).',
    'consumerID,consumerSecret',
  )
  token_fields?: string;
  @OptionalField(
    pointerKind,
    'Location of the token in the response; /access_token by default.',
    '/data/accessToken',
  )
  token_at?: string;
  @OptionalField(
    secretKind,
    'Secret that holds a private key in OpenSSH or PEM format, instead of a password (ssh).',
    'VENDOR_SSH_KEY',
  )
  private_key?: string;
  @OptionalField(
    secretKind,
    'Secret that holds the passphrase of the private key (ssh).',
    'VENDOR_SSH_PASSPHRASE',
  )
  passphrase?: string;
  @OptionalField(
    patternKind(/^SHA256:[A-Za-z0-9+/]{43}$/, 'a fingerprint such as SHA256:… is expected'),
    'Fingerprint of the server key, as shown by `ssh-keyscan <host> | ssh-keygen -lf -`; no other server is sent a secret (ssh).',
    'SHA256:uNiVztksCsDhcc0u9e8BrOdv4nI8Q2oUn0Qd5cGSsoA',
  )
  host_key?: string;
}

/** How an answer continues on further pages. */
export class SourcePaging {
  @BodyField(
    choiceKind(['page', 'offset', 'cursor', 'link']),
    'page: {page} counts up; offset: {offset} grows by the rows received; cursor: {cursor} is taken from the response; link: the Link header with rel=next on the same host.',
    'page',
  )
  type: 'page' | 'offset' | 'cursor' | 'link';
  @OptionalField(
    integerKind({ min: 0 }),
    'First value of {page} (1 by default) or {offset} (0 by default).',
    1,
  )
  start?: number;
  @OptionalField(
    integerKind({ min: 1, max: 1_000_000 }),
    'Rows of a full page, {size}; a shorter page is the last. If omitted, the last page is an empty one.',
    1000,
  )
  size?: number;
  @OptionalField(
    pointerKind,
    'Location of the next cursor in the response (cursor); a missing, null or empty one ends paging.',
    '/meta/next',
  )
  cursor_at?: string;
}

/** Where the rows are in an answer. */
export class SourceRows {
  @BodyField(
    choiceKind(['json', 'csv', 'ndjson', 'published']),
    'Format of the rows; published: as provided by their publisher (ISO 10383 CSV and XML, ISO 4217 XML, REST Countries), in one page and without `fields`.',
    'json',
  )
  format: 'json' | 'csv' | 'ndjson' | 'published';
  @OptionalField(
    pointerKind,
    'JSON pointer to the list of rows (json); the response itself by default.',
    '/data',
  )
  at?: string;
  @OptionalField(
    booleanKind,
    'The object there has one list per field, all of the same length, instead of a list of rows (json).',
    false,
  )
  columns?: boolean;
}
