import { TODAY } from '../../database/sql.js';
import { another, repeatsTheOneBefore } from '../../market/plausibility.sql.js';
import {
  beforeMarket,
  datesOutOfOrder,
  farAhead,
  repeatedInOtherCase,
  unknownIndustry,
  unknownTicker,
} from '../dataset/common-flags.js';
import type { RecordFlags } from '../dataset/record-flags.js';

const sameInRecord = (field: string) => `o.record ->> '${field}' = r.record ->> '${field}'`;

/** What may be wrong with a country. */
export const COUNTRY_FLAGS: RecordFlags = {
  code_of_another: {
    detail: 'another country has its three-letter code',
    when: another('country', sameInRecord('cca3')),
  },
  number_of_another: {
    detail: 'another country has its numeric code',
    when: another('country', sameInRecord('ccn3')),
  },
  name_of_another: {
    detail: 'another country has its common name, letter case aside',
    when: another(
      'country',
      `lower(o.record -> 'name' ->> 'common') = lower(r.record -> 'name' ->> 'common')`,
    ),
  },
  region_of_none: {
    detail: 'no other country is in its region',
    when: `NOT ${another('country', sameInRecord('region'))}`,
  },
  implausible_figures: {
    detail:
      'more people than live on earth, a population or area below zero, or an area above 20 million km²',
    when: `(r.record ->> 'population')::float8 NOT BETWEEN 0 AND 1e10 OR (r.record ->> 'area')::float8 NOT BETWEEN -1 AND 2e7`,
  },
  unknown_neighbour: {
    detail: 'it borders on a country that is not stored',
    when: `jsonb_typeof(r.record -> 'borders') = 'array' AND EXISTS (
      SELECT FROM jsonb_array_elements_text(r.record -> 'borders') border (code)
      WHERE border.code NOT IN (SELECT o.record ->> 'cca3' FROM country o))`,
  },
};

/** What may be wrong with a market identifier code. */
export const MIC_FLAGS: RecordFlags = {
  unknown_operator: {
    detail: 'the code of its operator is not stored',
    when: 'NOT EXISTS (SELECT FROM mic o WHERE o.mic = r.operating_mic)',
  },
  kind_differs: {
    detail: 'it is an operator under the code of another, or a segment under its own',
    when: `(r.oprt_sgmt = 'OPRT') <> (r.operating_mic = r.mic)`,
  },
  dates_out_of_order: datesOutOfOrder(
    'r.expiry_date < r.creation_date OR r.last_update_date < r.creation_date OR r.last_validation_date < r.creation_date',
  ),
  expired_and_active: {
    detail: 'it is active after its day of deactivation, or has expired without one',
    when: `r.status IN ('ACTIVE', 'UPDATED') AND r.expiry_date < ${TODAY} OR r.status = 'EXPIRED' AND r.expiry_date IS NULL`,
  },
  unknown_country: {
    detail: 'its country is not stored',
    when: `r.iso_country_code <> 'ZZ' AND NOT EXISTS (SELECT FROM country o WHERE o.cca2 = r.iso_country_code)`,
  },
  lei_malformed: {
    detail: 'its LEI is not of 18 letters or digits and two check digits',
    when: `r.lei !~ '^[A-Z0-9]{18}[0-9]{2}$'`,
  },
  far_ahead: farAhead(
    'greatest(r.creation_date, r.last_update_date, r.last_validation_date, r.expiry_date)',
    1100,
  ),
  before_codes: {
    detail: 'one of its days is before 1990, when there was no code yet',
    when: "least(r.creation_date, r.last_update_date, r.last_validation_date, r.expiry_date) < '1990-01-01'",
  },
};

/** What may be wrong with a currency. */
export const CURRENCY_FLAGS: RecordFlags = {
  number_of_another: {
    detail: 'another active currency has its numeric code',
    when: `r.status = 'active' AND ${another('currency', "o.numeric_code = r.numeric_code AND o.status = 'active'")}`,
  },
  name_of_another: {
    detail: 'another active currency has its name but for letter case',
    when: `r.status = 'active' AND ${another('currency', "lower(o.name) = lower(r.name) AND o.name <> r.name AND o.status = 'active'")}`,
  },
  many_digits: { detail: 'more than four digits after the decimal point', when: 'r.minor_unit > 4' },
  unknown_country: {
    detail: 'one of its countries is not stored',
    when: `r.status = 'active' AND EXISTS (SELECT FROM unnest(r.countries) used (code) WHERE NOT EXISTS (SELECT FROM country o WHERE o.cca2 = used.code))`,
  },
  dates_out_of_order: datesOutOfOrder('left(r.withdrawal_date, 4) < left(r.introduction_date, 4)'),
  withdrawn_and_active: {
    detail: 'it is active with a day of withdrawal',
    when: `r.status = 'active' AND r.withdrawal_date IS NOT NULL AND left(r.withdrawal_date, 4) < extract(year FROM now())::text`,
  },
  far_ahead: {
    detail: 'it is introduced or withdrawn more than five years ahead',
    when: `greatest(left(r.introduction_date, 4), left(r.withdrawal_date, 4)) > (extract(year FROM now()) + 5)::text`,
  },
};

/** What may be wrong with a class of assets. */
export const ASSET_CLASS_FLAGS: RecordFlags = {
  unknown_parent: {
    detail: 'the class above it, by its code, is not stored',
    when: `r.code ~ '/' AND NOT EXISTS (
      SELECT FROM asset_class o WHERE o.code = regexp_replace(r.code, '/[^/]*$', ''))`,
  },
  category_differs: {
    detail: 'it is in another category than the class above it',
    when: another(
      'asset_class',
      `r.code ~ '/' AND o.code = regexp_replace(r.code, '/[^/]*$', '') AND o.market_category <> r.market_category`,
    ),
  },
  level_differs: {
    detail: 'its class and subclass are not as many as the parts of its code',
    when: `(r.asset_class IS NOT NULL)::int + (r.asset_subclass IS NOT NULL)::int
      <> length(r.code) - length(replace(r.code, '/', ''))`,
  },
  repeated_in_other_case: repeatedInOtherCase('asset_class', 'code'),
  name_of_another: repeatedInOtherCase('asset_class', 'name', 'market_category'),
};

/** What may be wrong with an account. */
export const ACCOUNT_FLAGS: RecordFlags = {
  unknown_parent: {
    detail: 'its chart has no account above it of this code',
    when: `r.parent_code IS NOT NULL AND NOT EXISTS (
      SELECT FROM account o WHERE o.regime = r.regime AND o.code = r.parent_code)`,
  },
  level_differs: {
    detail: 'its level is not one below that of the account above it, or not the first without one',
    when: `r.parent_code IS NULL AND r.level <> 1 OR ${another(
      'account',
      'o.regime = r.regime AND o.code = r.parent_code AND o.level + 1 <> r.level',
    )}`,
  },
  type_differs: {
    detail: 'its type is not that of the account above it',
    when: another('account', 'o.regime = r.regime AND o.code = r.parent_code AND o.type <> r.type'),
  },
  name_of_another: {
    detail: 'another account of its level, under the same parent, has its name, letter case aside',
    when: another(
      'account',
      'o.regime = r.regime AND o.parent_code IS NOT DISTINCT FROM r.parent_code AND lower(o.name) = lower(r.name)',
    ),
  },
  before_charts: {
    detail: 'it is valid from a day before 1995, when there was no chart yet',
    when: "r.valid_from < '1995-01-01'",
  },
  far_ahead: farAhead('r.valid_from', 1100),
};

/** What may be wrong with an industry. */
export const INDUSTRY_FLAGS: RecordFlags = {
  unknown_parent: {
    detail: 'the industry above it, by its code, is not stored',
    when: `length(r.code) > 2 AND NOT EXISTS (
      SELECT FROM industry o WHERE o.code = left(r.code, length(r.code) - 2))`,
  },
  overlapping: {
    detail: 'it ends after the next period of its code begins',
    when: another(
      'industry',
      'o.code = r.code AND o.valid_from > r.valid_from AND o.valid_from <= r.valid_to',
    ),
  },
  name_of_another: {
    detail: 'another industry of its level has its name at the same time, letter case aside',
    when: another(
      'industry',
      `lower(o.name) = lower(r.name) AND length(o.code) = length(r.code) AND o.code <> r.code
        AND o.valid_from <= coalesce(r.valid_to, 'infinity') AND coalesce(o.valid_to, 'infinity') >= r.valid_from`,
    ),
  },
  scheme_differs: {
    detail: 'the industries around it are of another classification',
    when: another('industry', 'o.code = r.code AND o.scheme <> r.scheme'),
  },
  before_classification: {
    detail: 'it begins before 1999, when there was no classification, but not always',
    when: "r.valid_from < '1999-01-01' AND r.valid_from > '1900-01-01'",
  },
  far_ahead: farAhead('greatest(r.valid_from, r.valid_to)', 1100),
};

/** What may be wrong with the industry of a security. */
export const MEMBERSHIP_FLAGS: RecordFlags = {
  overlapping: {
    detail: 'it ends after the next industry of the security begins',
    when: another(
      'industry_membership',
      'o.ticker = r.ticker AND o.from_date > r.from_date AND o.from_date <= r.to_date',
    ),
  },
  unknown_industry: unknownIndustry('r.code'),
  short_code: {
    detail: 'its code names no sub-industry of eight digits, as those of others do',
    when: `length(r.code) < 8 AND ${another('industry_membership', 'length(o.code) = 8')}`,
  },
  repeats_the_one_before: {
    detail: 'the industry before it is the same: no change',
    when: repeatsTheOneBefore('industry_membership', 'ticker', 'from_date', 'code'),
  },
  after_delisting: {
    detail: 'it begins after the security was delisted',
    when: 'EXISTS (SELECT FROM security s WHERE s.ticker = r.ticker AND s.delisting_date < r.from_date)',
  },
  before_market: beforeMarket('r.from_date'),
  far_ahead: farAhead('greatest(r.from_date, r.to_date)'),
  unknown_ticker: unknownTicker('r.ticker'),
};
