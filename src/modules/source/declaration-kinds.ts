import { isJsonObject } from '../../kinds/json-object.js';
import { Invalid, isLongerThan, isStorable, type Kind, patternKind, textKind } from '../../kinds/kinds.js';
import { decimalFactor } from '../import/decimal.js';
import { fileAddress, isOfFiles } from './feed/file-address.js';
import { unknownVariables, VARIABLES } from './feed/template.js';

/** Name of a source, part of its URL path; `preset` is the path of the presets. */
export const sourceNameKind = patternKind(
  /^(?!preset$)[a-z][a-z0-9-]{1,62}$/,
  '2 to 63 characters of a-z, 0-9 and -, beginning with a letter, and not preset are expected',
);

/** Name of a secret: the environment variable `SOURCE_SECRET_<name>`, or the file that `SOURCE_SECRET_<name>_FILE` names. */
export const secretKind = patternKind(
  /^[A-Z][A-Z0-9_]{0,63}$/,
  'the name of a secret is expected: SOURCE_SECRET_<name>, or SOURCE_SECRET_<name>_FILE for a file, has its value',
);

/** The variables as text for people. */
export const VARIABLES_TEXT = VARIABLES.map((name) => `{${name}}`).join(', ');

/** Text with variables. */
export function templateKind(max: number): Kind<string> {
  return textKind({ maxLength: max }, 'text', (text) => {
    if (text === '' || isLongerThan(text, max))
      return new Invalid('out_of_range', `1 to ${max} characters are expected`);
    if (!isStorable(text))
      return new Invalid('invalid_format', 'text without NUL and lone surrogates is expected');
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

/** Address of requests, whose path and query may contain variables. */
export const addressKind: Kind<string> = textKind({ maxLength: 2000 }, 'text', httpAddress);

/** The same, or an address of files. */
export const placeKind: Kind<string> = textKind({ maxLength: 2000 }, 'text', (text) => {
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

/** A JSON pointer (RFC 6901) into an answer; empty: the whole answer. */
export const pointerKind = patternKind(
  /^(\/([^~/]|~[01])*){0,16}$/,
  'a JSON pointer such as /data/bars is expected',
);

export const factorKind: Kind<string> = {
  ...textKind({ example: '1000' }, 'text', factorText),
  fromJson: (value) => factorText(typeof value === 'number' ? String(value) : value),
};

function factorText(value: unknown): string | Invalid {
  return typeof value === 'string' && decimalFactor(value) !== undefined
    ? value
    : new Invalid('invalid_format', 'a positive decimal such as 1000 or 0.001 is expected');
}

/** Headers of a request, by name. */
export const headersKind: Kind<Record<string, string>> = {
  fromText: () => new Invalid('invalid_type', 'an object of headers is expected'),
  fromJson: (value) => {
    const entries = isJsonObject(value) ? Object.entries(value) : [];
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
