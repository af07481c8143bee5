import { codeKind } from '../../kinds/codes.js';
import {
  choiceKind,
  Invalid,
  integerKind,
  type Kind,
  patternKind,
  textKind,
  textOf,
} from '../../kinds/kinds.js';

/** ISO 3166-1 alpha-2 or alpha-3 code in any letter case; converted to upper case. */
export const countryCodeKind = codeKind(
  /^[A-Za-z]{2,3}$/,
  'an ISO 3166-1 alpha-2 or alpha-3 code is expected',
);

/** Market identifier code (ISO 10383): four of A-Z and 0-9. */
export const micKind = codeKind(/^[A-Za-z0-9]{4}$/, 'a market identifier code of 4 characters is expected');

/** Whether a MIC is that of an operator or of a segment. */
export const operatingOrSegmentKind = choiceKind(['OPRT', 'SGMT']);

/** Status of a MIC; its older names are accepted too (specification 3.4). */
export const micStatusKind = choiceKind(['ACTIVE', 'UPDATED', 'EXPIRED'], {
  modified: 'UPDATED',
  deleted: 'EXPIRED',
});

/** Form of a date of ISO 10383 in an answer: YYYYMMDD. */
export const compactDateShown = { schema: { type: 'string', pattern: '^\\d{8}$' } } as const;

/** Currency code (ISO 4217): three letters. */
export const currencyCodeKind = codeKind(/^[A-Za-z]{3}$/, 'a currency code of 3 letters is expected');

/** Numeric code of a currency: three digits, leading zeros kept. */
export const numericCodeKind = patternKind(/^\d{3}$/, 'three digits are expected');

/** Digits after the decimal point of a currency. */
export const minorUnitKind = integerKind({ min: 0, max: 10 });

/** A date as precise as it is known: YYYY, YYYY-MM or YYYY-MM-DD, from 1500. */
export const partialDateKind = patternKind(
  /^(1[5-9]|[2-9]\d)\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
  'a date YYYY, YYYY-MM or YYYY-MM-DD is expected',
);

/** The eight market categories of specification 4.3. */
export const marketCategoryKind = choiceKind([
  'Commodities',
  'Cryptocurrency',
  'Derivatives',
  'Emerging Markets',
  'Equities',
  'Fixed Income',
  'Foreign Exchange',
  'Indices',
]);

/** Code of an account: its first digit is the type, its length the level. */
export const accountCodeKind = patternKind(/^\d{1,10}$/, '1 to 10 digits are expected');

const REGIMES: Readonly<Record<string, string>> = {
  '200/2014': 'TT200',
  '200/2014/TT-BTC': 'TT200',
  '99/2025': 'TT99',
  '99/2025/TT-BTC': 'TT99',
};

/** Accounting regime by its short name or the number of its circular, in any letter case. */
export const regimeKind: Kind<string> = textKind({ maxLength: 30 }, 'text', (text) => {
  const regime = text.toUpperCase();
  return /^[A-Z0-9][A-Z0-9/.-]{0,29}$/.test(regime)
    ? (REGIMES[regime] ?? regime)
    : new Invalid('invalid_format', 'a regime such as TT200, TT99, 200/2014 or 99/2025 is expected');
});

/** Code of an industry: 2 digits per level, 1 to 4 levels. */
export const industryCodeKind = patternKind(/^(\d{2}){1,4}$/, '2, 4, 6 or 8 digits are expected');

/** Words to search for. */
export const wordsKind = textOf({ max: 100 });

/** How `q` searches, for the description of every search. */
export const WORDS_TEXT =
  'each word is matched as a prefix, ignoring case and diacritics (`dien` finds `Điện`).';

/** Checks that the last day of validity is not before the first. */
export function checkPeriod(from: string | undefined, to: string | undefined, name: string) {
  if (from === undefined || to === undefined || from <= to) return [];
  return [{ pointer: `/${name}`, code: 'out_of_range', detail: `${to} is before ${from}` }];
}
