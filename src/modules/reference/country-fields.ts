import type { Schema } from '../../kinds/kinds.js';

/** How a field of a country is described, shown and checked: one entry serves OpenAPI, SQL and validation. */
export interface CountryField {
  name: string;
  /** field of the record that holds the value, if this name is an alias of it */
  of: string;
  nullable: boolean;
  description: string;
  example: unknown;
  schema: Schema;
}

type Json = Pick<
  Schema,
  'type' | 'nullable' | 'properties' | 'additionalProperties' | 'items' | 'enum' | 'pattern'
>;

const text: Json = { type: 'string' };
const textOrNull: Json = { type: 'string', nullable: true };
const texts: Json = { type: 'array', items: { type: 'string' } };
const numbers: Json = { type: 'array', items: { type: 'number' } };
/** an object whose keys are data: language or currency codes, years */
const byKey = (value: Json): Json => ({ type: 'object', additionalProperties: value as Schema });
const part = (schema: Json, description: string, example: unknown): Schema => ({
  ...schema,
  description,
  example,
});
const object = (properties: Record<string, Schema>): Json => ({ type: 'object', properties });
const names = object({
  official: part(textOrNull, 'Official name.', 'Cộng hòa xã hội chủ nghĩa Việt Nam'),
  common: part(text, 'Common name.', 'Việt Nam'),
});

function field(
  name: string,
  schema: Json,
  description: string,
  example: unknown,
  { of = name, nullable = false }: { of?: string; nullable?: boolean } = {},
): CountryField {
  return { name, of, nullable, description, example, schema };
}

const nullable = { nullable: true };
const alpha2: Json = { ...text, pattern: '^[A-Z]{2}$' };
const alpha3: Json = { ...text, pattern: '^[A-Z]{3}$' };
const digits3: Json = { ...text, pattern: '^[0-9]{3}$' };

/** The fields of specification 2.6 in its order, each under all of its names. */
export const COUNTRY_FIELDS: readonly CountryField[] = [
  field('alpha2Code', alpha2, 'ISO 3166-1 alpha-2 code; the same as cca2.', 'VN', { of: 'cca2' }),
  field('cca2', alpha2, 'ISO 3166-1 alpha-2 code.', 'VN'),
  field('alpha3Code', alpha3, 'ISO 3166-1 alpha-3 code; the same as cca3.', 'VNM', { of: 'cca3' }),
  field('cca3', alpha3, 'ISO 3166-1 alpha-3 code.', 'VNM'),
  field('numericCode', digits3, 'ISO 3166-1 numeric code (UN M49); the same as ccn3.', '704', {
    of: 'ccn3',
    nullable: true,
  }),
  field('ccn3', digits3, 'ISO 3166-1 numeric code (UN M49); Kosovo has none.', '704', nullable),
  field('altSpellings', texts, 'Alternate spellings of the name.', ['VN', 'Viet Nam']),
  field('area', { type: 'number' }, 'Area, square kilometres.', 331212, nullable),
  field('borders', texts, 'Countries across a land border, alpha-3; empty for islands.', [
    'KHM',
    'CHN',
    'LAO',
  ]),
  field('callingCodes', texts, 'International dialling codes without the plus sign.', ['84']),
  field(
    'idd',
    object({
      root: part(text, 'Plus sign and first digit.', '+8'),
      suffixes: part(texts, 'Suffixes to the root, one per numbering area.', ['4']),
    }),
    'International dialling codes in two parts.',
    { root: '+8', suffixes: ['4'] },
  ),
  field('capital', texts, 'Capital cities; empty if there is none.', ['Hanoi']),
  field(
    'capitalInfo',
    object({
      latlng: part(
        { ...numbers, nullable: true },
        'Latitude and longitude, degrees; null if there is no capital.',
        [21.0245, 105.84117],
      ),
    }),
    'Location of the (first) capital.',
    { latlng: [21.0245, 105.84117] },
  ),
  field(
    'car',
    object({
      signs: part(texts, 'Distinguishing signs of vehicles.', ['VN']),
      side: part(
        { ...textOrNull, enum: ['left', 'right', null] },
        'Driving side; null if not known.',
        'right',
      ),
    }),
    'Vehicles.',
    { signs: ['VN'], side: 'right' },
  ),
  field('cioc', text, 'Code of the International Olympic Committee.', 'VIE', nullable),
  field(
    'coatOfArms',
    object({
      svg: part(textOrNull, 'Link to the SVG image; null if none is configured.', null),
      png: part(textOrNull, 'Link to the PNG image; null if none is configured.', null),
    }),
    'Links to the coat of arms; null unless an operator has imported them.',
    { svg: null, png: null },
  ),
  field('continents', texts, 'Continents that the country lies on.', ['Asia']),
  field(
    'currencies',
    byKey(
      object({
        name: part(text, 'Name.', 'Vietnamese Dong'),
        symbol: part(textOrNull, 'Symbol; null if the currency is written with its code.', '₫'),
      }),
    ),
    'Currencies that are legal tender, by ISO 4217 code.',
    { VND: { name: 'Vietnamese Dong', symbol: '₫' } },
  ),
  field('demonym', text, 'Name of the inhabitants, in English.', 'Vietnamese', nullable),
  field(
    'demonyms',
    byKey(
      object({
        m: part(textOrNull, 'Masculine.', 'Vietnamese'),
        f: part(textOrNull, 'Feminine.', 'Vietnamese'),
      }),
    ),
    'Names of the inhabitants by gender, by ISO 639-3 code of the language.',
    { eng: { m: 'Vietnamese', f: 'Vietnamese' } },
  ),
  field('independent', { type: 'boolean' }, 'Sovereign state according to ISO 3166-1.', true, nullable),
  field('fifa', text, 'Code of the international football federation.', 'VIE', nullable),
  field('flag', text, 'Flag as an emoji (version 3); the link of version 2 is flags.svg.', '🇻🇳'),
  field(
    'flags',
    object({
      svg: part(textOrNull, 'Link to the SVG image; null if not known.', 'https://flagcdn.com/vn.svg'),
      png: part(textOrNull, 'Link to the PNG image; null if not known.', 'https://flagcdn.com/w320/vn.png'),
      alt: part(textOrNull, 'Alternative text of the image; null if not known.', 'Flag of Vietnam'),
    }),
    'Links to the flag.',
    { svg: 'https://flagcdn.com/vn.svg', png: 'https://flagcdn.com/w320/vn.png', alt: 'Flag of Vietnam' },
  ),
  field(
    'gini',
    byKey({ type: 'number' }),
    'Gini index, 0 to 100, by year; null until imported.',
    { '2018': 35.7 },
    nullable,
  ),
  field('languages', byKey(text), 'Official languages by ISO 639-3 code.', { vie: 'Vietnamese' }),
  field('latlng', numbers, 'Latitude and longitude, degrees.', [16.16666666, 107.83333333]),
  field(
    'maps',
    object({
      googleMaps: part(
        textOrNull,
        'Link to Google Maps; null if not known.',
        'https://www.google.com/maps/search/?api=1&query=16.2,107.8',
      ),
      openStreetMaps: part(
        textOrNull,
        'Link to OpenStreetMap; null if not known.',
        'https://www.openstreetmap.org/?mlat=16.2&mlon=107.8',
      ),
    }),
    'Links to map services.',
    {
      googleMaps: 'https://www.google.com/maps/search/?api=1&query=16.2,107.8',
      openStreetMaps: 'https://www.openstreetmap.org/?mlat=16.2&mlon=107.8',
    },
  ),
  field(
    'name',
    object({
      common: part(text, 'Common name, English.', 'Vietnam'),
      official: part(
        textOrNull,
        'Official name, English; null if not known.',
        'Socialist Republic of Vietnam',
      ),
      nativeName: part(byKey(names), 'Native names by ISO 639-3 code of the language.', {
        vie: { official: 'Cộng hòa xã hội chủ nghĩa Việt Nam', common: 'Việt Nam' },
      }),
    }),
    'Country name.',
    {
      common: 'Vietnam',
      official: 'Socialist Republic of Vietnam',
      nativeName: { vie: { official: 'Cộng hòa xã hội chủ nghĩa Việt Nam', common: 'Việt Nam' } },
    },
  ),
  field('nativeName', text, 'Native name: the first of name.nativeName.', 'Việt Nam', nullable),
  field('population', { type: 'integer' }, 'Estimated population.', 105759000, nullable),
  field(
    'postalCodes',
    object({
      format: part(textOrNull, 'Format: # a digit, @ a letter; null if codes differ in format.', '######'),
      regex: part(textOrNull, 'Regular expression; null if there are none, or none known.', '^\\d{5,6}$'),
    }),
    'Postal codes.',
    { format: null, regex: '^\\d{5,6}$' },
  ),
  field('region', text, 'UN demographic region.', 'Asia'),
  field(
    'regionalBlocs',
    { type: 'array', items: { type: 'object', additionalProperties: true } },
    'Regional blocs the state belongs to, each with the date as of which this is known.',
    [{ acronym: 'ASEAN', name: 'Association of Southeast Asian Nations', asOf: '2026-01-01' }],
  ),
  field('startOfWeek', text, 'First day of the week: monday, sunday, saturday or friday.', 'monday'),
  field('status', text, 'ISO 3166-1 assignment status.', 'officially-assigned'),
  field('subregion', text, 'UN demographic subregion.', 'South-Eastern Asia', nullable),
  field('timezones', texts, 'Time zones: offsets from UTC in standard time.', ['UTC+07:00']),
  field(
    'translations',
    byKey(names),
    'Name in other languages, by ISO 639-3 code; official is null if only the common name is known.',
    { fra: { official: 'République socialiste du Viêt Nam', common: 'Viêt Nam' } },
  ),
  field('unMember', { type: 'boolean' }, 'Member of the United Nations.', true, nullable),
];

/** Every name that `fields` accepts. */
export const COUNTRY_FIELD_NAMES = COUNTRY_FIELDS.map((each) => each.name);

/** Fields that every stored country has. */
export const REQUIRED_COUNTRY_FIELDS: readonly string[] = ['cca2', 'cca3', 'name', 'region'];
