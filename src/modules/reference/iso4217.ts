import { elements, type XmlElement } from '../../files/xml-elements.js';
import type { PublishedForm, PublishedRow, StoredRecords } from '../dataset/published.js';
import { shippedRecords } from './shipped-files.js';

type Json = Record<string, unknown>;

/** One entry of list one or three: a currency in one entity. */
interface CurrencyEntry {
  /** number of the entry in its list, from 1 */
  line: number;
  entity: string;
  name: string;
  isFund: boolean;
  code: string;
  numericCode: string | undefined;
  /** `N.A.`, digits, or undefined: list three has none */
  minorUnits: string | undefined;
  /** list three: `2009-01`, `1989 to 1990` */
  withdrawn: string | undefined;
}

/** All entries of the lists for one code. */
interface CodeEntries {
  code: string;
  entries: [CurrencyEntry, ...CurrencyEntry[]];
}

/** Reads an entry; `undefined` for an entity without a currency of its own (Antarctica). */
function currencyEntry({ fields }: XmlElement, line: number): CurrencyEntry | undefined {
  const field = (name: string) => fields.find((each) => each.name === name);
  const text = (name: string) => field(name)?.text.trim() || undefined;
  const code = text('Ccy');
  if (code === undefined) return undefined;
  return {
    line,
    code,
    entity: text('CtryNm') ?? '',
    name: text('CcyNm') ?? '',
    isFund: field('CcyNm')?.attributes.IsFund?.trim().toLowerCase() === 'true',
    numericCode: text('CcyNbr'),
    minorUnits: text('CcyMnrUnts'),
    withdrawn: text('WthdrwlDt'),
  };
}

/** Minor units of list one: digits after the point, null for N.A. or no text; `undefined` for anything else. */
export function minorUnitOf(text: string | undefined): number | null | undefined {
  if (text === undefined || /^N\.?A\.?$/i.test(text)) return null;
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** Withdrawal date of list three: `1999-01` as it is, the last year of `1989 to 1990`. */
export function withdrawalOf(text: string): string | undefined {
  return /^\d{4}(-\d{2}){0,2}$/.test(text) ? text : /^\d{4} to (\d{4})$/i.exec(text)?.[1];
}

/** Names that ISO 4217 has and the country table lacks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'CABO VERDE': 'CV',
  'HOLY SEE': 'VA',
  'TAIWAN PROVINCE OF CHINA': 'TW',
};

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/\bTHE\b/g, ' ')
    .replace(/[^A-Z]+/g, ' ')
    .trim();

/** Returns the look-up from an ISO 4217 entity to its alpha-2 code; `undefined` if it is not a country. */
function entityResolver(countries: readonly Json[]): (entity: string) => string | undefined {
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  const codes = new Map(Object.entries(OTHER_NAMES));
  for (const { cca2, name, altSpellings } of countries) {
    const { common, official } = name as { common: string; official: string };
    const spellings = [common, official, regions.of(String(cca2)) ?? '', ...(altSpellings as string[])];
    for (const spelling of spellings) if (spelling.length > 2) codes.set(plain(spelling), String(cca2));
  }
  return (entity) => (/^ZZ\d\d_/.test(entity) ? undefined : codes.get(plain(entity)));
}

/** Lays a currency of list one over its stored record: symbol and date of first use stay. */
function activeCurrency(
  { code, entries }: CodeEntries,
  stored: Json | undefined,
  countryOf: (entity: string) => string | undefined,
): PublishedRow {
  const [first] = entries;
  const minor_unit = minorUnitOf(first.minorUnits);
  if (minor_unit === undefined) {
    return { line: first.line, reason: `minor units ${first.minorUnits} of ${code} are no number` };
  }
  const countries = entries.flatMap(({ entity }) => countryOf(entity) ?? []);
  return {
    line: first.line,
    record: {
      ...stored,
      code,
      numeric_code: first.numericCode ?? null,
      name: first.name,
      minor_unit,
      countries: [...new Set(countries)].sort(),
      entities: entitiesOf(entries),
      is_fund: entries.some(({ isFund }) => isFund),
      status: 'active',
      withdrawal_date: null,
      source: 'ISO 4217',
    },
  };
}

/**
 * Lays a currency of list three over its stored record. A code may be historic in one entity and in use in
 * another (EUR in Serbia and Montenegro): an active one is withdrawn only when every entity that uses it
 * is in list three. `inUse`: the entities of the currencies that ship as active, by code, for one that is stored
 * without its entities.
 */
function withdrawnCurrency(
  { code, entries }: CodeEntries,
  stored: Json | undefined,
  countryOf: (entity: string) => string | undefined,
  inUse: ReadonlyMap<string, readonly string[]>,
): PublishedRow {
  const [first] = entries;
  const entities = entitiesOf(entries);
  const historic = new Set(entities.map(plain));
  const ownEntities = listOf(stored?.entities);
  const users = ownEntities.length > 0 ? ownEntities : (inUse.get(code) ?? []);
  if (stored?.status === 'active' && !users.every((entity) => historic.has(plain(entity)))) {
    return { line: first.line, record: stored };
  }
  const dates = entries.map(({ withdrawn }) => withdrawalOf(withdrawn ?? ''));
  if (dates.includes(undefined)) {
    const unreadDate = entries[dates.indexOf(undefined)]?.withdrawn;
    return { line: first.line, reason: `withdrawal date ${unreadDate} of ${code} is not a month or a year` };
  }
  const last = dates.reduce((latest, date) => ((date ?? '') > (latest ?? '') ? date : latest));
  const storedDate = stored?.withdrawal_date;
  const countries = entries.flatMap(({ entity }) => countryOf(entity) ?? []);
  return {
    line: first.line,
    record: {
      ...stored,
      code,
      numeric_code:
        entries.find(({ numericCode }) => numericCode)?.numericCode ?? stored?.numeric_code ?? null,
      name: first.name || stored?.name,
      countries: [...new Set([...listOf(stored?.countries), ...countries])].sort(),
      entities,
      is_fund: entries.some(({ isFund }) => isFund) || stored?.is_fund === true,
      status: 'withdrawn',
      // A stored day within the published month is more precise than the month.
      withdrawal_date:
        typeof storedDate === 'string' && last && storedDate.startsWith(last) ? storedDate : last,
      source: 'ISO 4217',
    },
  };
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const entitiesOf = (entries: readonly CurrencyEntry[]) => [...new Set(entries.map(({ entity }) => entity))];

/** Groups the entries by code, in the order in which the codes first appear in the file. */
async function byCode(file: AsyncIterable<Uint8Array>, element: RegExp): Promise<CodeEntries[]> {
  const codes = new Map<string, CodeEntries>();
  let line = 0;
  for await (const each of elements(file, element)) {
    const entry = currencyEntry(each, ++line);
    if (entry === undefined) continue;
    const code = codes.get(entry.code);
    if (code === undefined) codes.set(entry.code, { code: entry.code, entries: [entry] });
    else code.entries.push(entry);
  }
  return [...codes.values()];
}

type Overlay = typeof withdrawnCurrency;

async function* overlaid(
  codes: readonly CodeEntries[],
  stored: StoredRecords,
  overlay: Overlay,
): AsyncGenerator<PublishedRow> {
  const countryOf = entityResolver(await shippedRecords('countries.json'));
  const inUse = new Map(
    (await shippedRecords('currencies.json'))
      .filter(({ status }) => status === 'active')
      .map((each) => [String(each.code), listOf(each.entities)]),
  );
  for (const each of codes) yield overlay(each, await stored({ code: each.code }), countryOf, inUse);
}

/** List one of ISO 4217: currencies in use. */
export const ISO_4217_LIST_ONE: PublishedForm = {
  name: 'ISO 4217 list one, XML',
  recognises: (head) => head.includes('<ISO_4217') && head.includes('<CcyTbl'),
  async *records(file, stored) {
    yield* overlaid(await byCode(file, /^CcyNtry$/), stored, activeCurrency);
  },
};

/** List three of ISO 4217: currencies formerly in use. */
export const ISO_4217_LIST_THREE: PublishedForm = {
  name: 'ISO 4217 list three, XML',
  recognises: (head) => head.includes('<ISO_4217') && head.includes('<HstrcCcyTbl'),
  async *records(file, stored) {
    yield* overlaid(await byCode(file, /^HstrcCcyNtry$/), stored, withdrawnCurrency);
  },
};
