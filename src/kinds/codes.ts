import { Invalid, type Kind, patternOf, textKind, textOf, textShown } from './kinds.js';
import { MARKET_ZONE } from './market-clock.js';

/** A code that is read in any letter case, as `pattern` allows, and kept in upper case. */
export function codeKind(pattern: RegExp, detail: string): Kind<string> {
  const schema = { type: 'string', pattern: patternOf(pattern).replaceAll('A-Za-z', 'A-Z') } as const;
  const read = (text: string) =>
    pattern.test(text) ? text.toUpperCase() : new Invalid('invalid_format', detail);
  return textKind({ pattern: patternOf(pattern) }, 'text', read, schema);
}

/** ISO 3166-1 alpha-2 code in any letter case, whether it is assigned or not; read in upper case. */
export const countryKind = codeKind(/^[A-Za-z]{2}$/, 'an ISO 3166-1 alpha-2 code such as VN is expected');

const ISO_COUNTRIES = new Set(
  (
    'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCX' +
    'CYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRIS' +
    'ITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNG' +
    'NINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJ' +
    'TKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'
  ).match(/../g),
);
/** Codes that users of ISO 3166-1 may assign, and that official files do: Kosovo, and the "nowhere" of ISO 10383. */
const USER_ASSIGNED = new Set(['XK', 'ZZ']);

/** An assigned ISO 3166-1 alpha-2 code (249 of them) in any letter case: the country of a record that is written. */
export const assignedCountryKind = countryOf((code) => ISO_COUNTRIES.has(code));

/** The country of a list: assigned, or one of the others that official files use. */
export const listedCountryKind = countryOf((code) => ISO_COUNTRIES.has(code) || USER_ASSIGNED.has(code));

function countryOf(isAccepted: (code: string) => boolean): Kind<string> {
  const refusal = new Invalid('invalid_format', 'an assigned ISO 3166-1 alpha-2 code such as VN is expected');
  const read = (text: string) => {
    const code = text.toUpperCase();
    return isAccepted(code) ? code : refusal;
  };
  return { ...countryKind, fromText: read, fromJson: textKind({}, 'text', read).fromJson };
}

const exchangeText = textOf({ max: 20 });

/** Exchange, 1 to 20 characters in any letter case; kept in upper case. */
export const exchangeKind: Kind<string> = textKind(exchangeText.schema, 'text', (text) =>
  exchangeText.fromText(text.toUpperCase()),
);

/**
 * IANA time zone name in its region/city form (`Asia/Ho_Chi_Minh`), or UTC, in its own letter case.
 * The platform accepts zones in any case and under their older names; a name that is not the canonical one must at
 * least be written in the form of names.
 */
export const timezoneKind: Kind<string> = textKind({ maxLength: 64 }, 'text', readTimezone, textShown.schema);

function readTimezone(text: string): string | Invalid {
  const refusal = new Invalid('invalid_format', 'an IANA time zone such as Asia/Ho_Chi_Minh is expected');
  if (text === 'UTC' || text === MARKET_ZONE) return text;
  if (text.length > 64 || !/^[A-Z][a-z]+(\/[A-Z][A-Za-z0-9]*([_+-][A-Za-z0-9]+)*)+$/.test(text))
    return refusal;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    const sameName = timeZone.toLowerCase() === text.toLowerCase();
    return sameName && timeZone !== text ? refusal : text;
  } catch {
    return refusal;
  }
}
