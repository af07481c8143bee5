import { h } from 'preact';
import { NOTHING } from '../../format.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { ask, useRead } from '../../view/read.js';
import { queryAfter, route } from '../../view/route.js';
import { Country } from './country.js';
import { Searched, searchWords } from './searched.js';

/** Maximum rows of a list; the rest is found by searching. */
const ROWS = 500;

/** Country fields that are shown. */
const OF_COUNTRY = 'name,cca2,cca3,ccn3,region,capital,currencies,flag';

/** Countries and territories (ISO 3166-1). */
export function Countries() {
  const words = text.value.reference;
  const { query } = route.value;
  const [region, country] = [query.get('region'), query.get('country')];
  const q = searchWords();
  // A whole region has its own list, which has no search.
  const isWhole = region !== null && q === null;
  const matches = useRead(
    isWhole ? null : ask('/reference/countries', { q, region, limit: ROWS, fields: OF_COUNTRY }),
  );
  const whole = useRead(
    isWhole
      ? ask('/reference/countries/region/{region}', { limit: ROWS, fields: OF_COUNTRY }, { region })
      : null,
  );
  const list = (
    <Searched
      title={region === null ? words.tabs.countries : `${words.tabs.countries}: ${region}`}
      of={isWhole ? whole : matches}
      keyOf={({ cca2 }) => String(cca2)}
      columns={[
        {
          heading: words.name,
          cell: ({ flag, name }) => (
            <span>
              <span aria-hidden="true">{flag}</span> {name?.common}
            </span>
          ),
          wrap: true,
        },
        {
          heading: words.code,
          cell: ({ cca2 }) => (
            <a href={addressOf('reference', ['countries'], queryAfter({ country: String(cca2) }))}>{cca2}</a>
          ),
        },
        { heading: words.alpha3, cell: ({ cca3 }) => <code>{cca3}</code>, wideOnly: true },
        { heading: words.numeric, cell: ({ ccn3 }) => ccn3 ?? NOTHING, wideOnly: true },
        {
          heading: words.region,
          cell: ({ region: name }) => (
            <a href={addressOf('reference', ['countries'], queryAfter({ region: String(name), q: null }))}>
              {name}
            </a>
          ),
          wideOnly: true,
        },
        {
          heading: words.capital,
          cell: ({ capital }) => capital?.join(', ') ?? NOTHING,
          wrap: true,
          wideOnly: true,
        },
        {
          heading: words.currencies,
          cell: ({ currencies }) =>
            Object.keys(currencies ?? {}).map((code) => (
              <a key={code} class="listed" href={addressOf('reference', ['currencies'], { q: code })}>
                {code}
              </a>
            )),
        },
      ]}
    />
  );
  return (
    <div class="stack">
      {country !== null && <Country code={country} />}
      {region !== null && (
        <p>
          <a href={addressOf('reference', ['countries'], queryAfter({ region: null }))}>{words.allRegions}</a>
        </p>
      )}
      {list}
    </div>
  );
}

/** Currencies (ISO 4217). */
export function Currencies() {
  const words = text.value.reference;
  const of = useRead(ask('/reference/currency', { q: searchWords(), limit: ROWS }));
  return (
    <Searched
      title={words.tabs.currencies}
      of={of}
      keyOf={({ code }, at) => `${code} ${at}`}
      columns={[
        { heading: words.code, cell: ({ code }) => <code>{code}</code> },
        { heading: words.name, cell: ({ name }) => name, wrap: true },
        { heading: words.numeric, cell: ({ numeric_code: code }) => code ?? NOTHING, wideOnly: true },
        { heading: words.minorUnit, cell: ({ minor_unit: unit }) => unit ?? NOTHING, numeric: true },
        { heading: words.symbol, cell: ({ symbol }) => symbol ?? NOTHING, wideOnly: true },
        { heading: words.status, cell: ({ status }) => status },
        { heading: words.usedIn, cell: ({ countries }) => countries.join(', '), wrap: true, wideOnly: true },
      ]}
    />
  );
}

/** Markets (ISO 10383). */
export function Markets() {
  const words = text.value.reference;
  const of = useRead(ask('/reference/mic', { q: searchWords(), limit: ROWS }));
  return (
    <Searched
      title={words.tabs.markets}
      of={of}
      keyOf={({ mic }) => mic}
      columns={[
        { heading: words.code, cell: ({ mic }) => <code>{mic}</code> },
        { heading: words.name, cell: ({ market_name: name }) => name, wrap: true },
        { heading: words.operating, cell: ({ operating_mic: mic }) => <code>{mic}</code>, wideOnly: true },
        {
          heading: words.country,
          cell: ({ iso_country_code: code }) => (
            <a href={addressOf('reference', ['countries'], { q: code })}>{code}</a>
          ),
        },
        { heading: words.city, cell: ({ city }) => city ?? NOTHING, wideOnly: true },
        { heading: words.status, cell: ({ status }) => status, wideOnly: true },
      ]}
    />
  );
}

/** The Vietnamese chart of accounts, of every stored regime. */
export function Accounts() {
  const words = text.value.reference;
  const of = useRead(ask('/reference/vac/search', { q: searchWords(), limit: ROWS }));
  return (
    <Searched
      title={words.tabs.accounts}
      of={of}
      keyOf={(row) => `${row.regime} ${row.company_type} ${row.account_code}`}
      columns={[
        {
          heading: words.code,
          cell: ({ account_code: code, level }) => <code class={`level-${level}`}>{code}</code>,
        },
        { heading: words.name, cell: ({ name }) => <span lang="vi">{name}</span>, wrap: true },
        { heading: words.nameEn, cell: ({ name_en: name }) => name ?? NOTHING, wrap: true, wideOnly: true },
        { heading: words.type, cell: ({ type }) => type.replaceAll('_', ' '), wideOnly: true },
        { heading: words.regime, cell: ({ regime }) => regime },
        { heading: words.company, cell: ({ company_type: type }) => type, wideOnly: true },
        { heading: words.valid, cell: ({ valid_from: from }) => from, wideOnly: true },
      ]}
    />
  );
}

/** The classification of companies by industry. */
export function Industries() {
  const words = text.value.reference;
  const of = useRead(ask('/reference/gics/search', { q: searchWords(), limit: ROWS }));
  return (
    <Searched
      title={words.tabs.industries}
      of={of}
      keyOf={({ code, ticker }, at) => `${code} ${ticker} ${at}`}
      columns={[
        { heading: words.code, cell: ({ code, level }) => <code class={`level-${level}`}>{code}</code> },
        { heading: words.name, cell: ({ name }) => name ?? NOTHING, wrap: true },
        { heading: words.nameEn, cell: ({ name_en: name }) => name ?? NOTHING, wrap: true, wideOnly: true },
        { heading: words.level, cell: ({ level }) => level, numeric: true },
        { heading: words.scheme, cell: ({ scheme }) => scheme ?? NOTHING, wideOnly: true },
        { heading: words.valid, cell: ({ from_date: from }) => from, wideOnly: true },
      ]}
    />
  );
}

/** The classification of assets. */
export function AssetClasses() {
  const words = text.value.reference;
  const of = useRead(ask('/reference/asset/classification', { q: searchWords(), limit: ROWS }));
  return (
    <Searched
      title={words.tabs.assets}
      of={of}
      keyOf={({ code }) => code}
      columns={[
        { heading: words.name, cell: ({ name }) => name, wrap: true },
        { heading: words.category, cell: ({ market_category: category }) => category },
        { heading: words.className, cell: ({ asset_class: name }) => name ?? NOTHING, wideOnly: true },
        {
          heading: words.description,
          cell: ({ description }) => description ?? NOTHING,
          wrap: true,
          wideOnly: true,
        },
      ]}
    />
  );
}
