import { choiceKind, Invalid, patternKind, textKind, textOf } from '../../kinds/kinds.js';

/** Categories of news (specification 4.2). */
export const categoryKind = choiceKind([
  'securities',
  'business',
  'real_estate',
  'commodities',
  'finance',
  'macro',
  'economy_and_investment',
  'world',
  'indochina',
  'personal_finance',
  'analysis',
]);

/** Where news comes from: disclosures of an exchange, the publisher's own articles, other press. */
export const sourceTypeKind = choiceKind(['exchange', 'own', 'press']);
export const SOURCE_TYPE_TEXT =
  "Kind of source: an exchange's disclosures, the publisher's own articles, other press.";

/** Tone of a piece of news for the companies that it names. */
export const sentimentKind = choiceKind(['positive', 'neutral', 'negative']);

/** Language of a text: ISO 639-1 in any letter case, read in lower case. */
export const languageKind = textKind({ pattern: '^[A-Za-z]{2}$' }, 'text', (text) =>
  /^[A-Za-z]{2}$/.test(text)
    ? text.toLowerCase()
    : new Invalid('invalid_format', 'an ISO 639-1 code such as vi or en is expected'),
);

/** Address of a page or an image. */
export const webAddressKind = patternKind(
  /^https?:\/\/[!-~]{1,2000}$/,
  'a web address that begins with http:// or https:// is expected',
);

/** Words to search for. */
export const newsWordsKind = textOf({ max: 100 });
