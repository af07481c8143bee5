import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The control columns of every record table. */
const CONTROL = `
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  maker text NOT NULL`;

/**
 * Reference data: countries, market identifier codes, currencies, asset classes, accounts, industries.
 *
 * - Codes compare by bytes (`COLLATE "C"`), so that lists and cursors have one order on every server.
 * - Search needs no extension and no superuser: two IMMUTABLE functions take case and diacritics away, and
 *   GIN indexes on them find words by their beginnings (docs/adr/0011-reference-search.md). The functions have SQL
 *   bodies (`RETURN`), bound when they are made, so that a dump restores with an empty search path.
 * - No foreign keys between the tables: the official lists name countries (`ZZ`) and parents that no table has.
 */
export class Reference1763650000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Marks fall away after decomposition; the letters that have none to lose are named: đ, ø, ł, ß …
    await runner.query(String.raw`
      CREATE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN regexp_replace(
        replace(replace(replace(
          translate(
            lower(regexp_replace(normalize(value COLLATE "default", NFKD), '[\u0300-\u036f]+', '', 'g')),
            'đĐðÐøØłŁħĦŧŦıþÞ', 'ddddoollhhttipp'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3003]+', ' ', 'g')`);
    await runner.query(`
      CREATE FUNCTION search_words(VARIADIC parts text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN to_tsvector('simple'::regconfig, plain_text(array_to_string(parts, ' ')))`);
    await runner.query(`
      COMMENT ON FUNCTION search_words(text[]) IS
        'IMMUTABLE although array_to_string is STABLE: that is for types whose output depends on settings; text has none'`);
    await runner.query(`
      CREATE FUNCTION search_query(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN to_tsquery('simple'::regconfig,
        regexp_replace(nullif(btrim(plain_text(value)), ''), ' +', ':* & ', 'g') || ':*')`);

    await runner.query(`
      CREATE TABLE country (
        cca2 text COLLATE "C" NOT NULL,
        record jsonb NOT NULL,${CONTROL},
        CONSTRAINT country_pkey PRIMARY KEY (cca2),
        CONSTRAINT country_cca2 CHECK (cca2 ~ '^[A-Z]{2}$' AND cca2 = record ->> 'cca2'),
        CONSTRAINT country_cca3 CHECK (record ->> 'cca3' ~ '^[A-Z]{3}$')
      )`);
    await runner.query(`CREATE INDEX country_id ON country (id)`);
    // A country by its alpha-3 code; one code, one country.
    await runner.query(`CREATE UNIQUE INDEX country_by_cca3 ON country ((record ->> 'cca3'))`);
    await runner.query(`CREATE INDEX country_by_region ON country (lower(record ->> 'region'), cca2)`);
    await runner.query(`
      CREATE INDEX country_words ON country USING gin (search_words(
        record ->> 'cca2', record ->> 'cca3', record #>> '{name,common}', record #>> '{name,official}',
        record ->> 'altSpellings', record ->> 'nativeName',
        jsonb_path_query_array(record, '$.translations.*.common')::text))`);

    await runner.query(`
      CREATE TABLE mic (
        mic text COLLATE "C" NOT NULL,
        operating_mic text COLLATE "C" NOT NULL,
        oprt_sgmt text NOT NULL,
        market_name text NOT NULL,
        legal_entity_name text,
        lei text,
        market_category text,
        acronym text,
        iso_country_code text COLLATE "C" NOT NULL,
        city text,
        website text,
        status text NOT NULL,
        creation_date date,
        last_update_date date,
        last_validation_date date,
        expiry_date date,
        comments text,${CONTROL},
        CONSTRAINT mic_pkey PRIMARY KEY (mic),
        CONSTRAINT mic_code CHECK (mic ~ '^[A-Z0-9]{4}$'),
        CONSTRAINT mic_oprt_sgmt CHECK (oprt_sgmt IN ('OPRT', 'SGMT')),
        CONSTRAINT mic_status CHECK (status IN ('ACTIVE', 'UPDATED', 'EXPIRED'))
      )`);
    await runner.query(`CREATE INDEX mic_id ON mic (id)`);
    await runner.query(`CREATE INDEX mic_by_operating ON mic (operating_mic, mic)`);
    await runner.query(`CREATE INDEX mic_by_country ON mic (iso_country_code, mic)`);
    // Most are ACTIVE; the index serves the few that are not.
    await runner.query(`CREATE INDEX mic_by_status ON mic (status, mic)`);
    await runner.query(`
      CREATE INDEX mic_words ON mic USING gin (
        search_words(mic, market_name, legal_entity_name, acronym, city))`);

    await runner.query(`
      CREATE TABLE currency (
        code text COLLATE "C" NOT NULL,
        numeric_code text,
        name text NOT NULL,
        minor_unit integer,
        symbol text,
        countries text[] NOT NULL DEFAULT '{}',
        entities text[] NOT NULL DEFAULT '{}',
        is_fund boolean NOT NULL DEFAULT false,
        status text NOT NULL DEFAULT 'active',
        introduction_date text,
        withdrawal_date text,
        source text,${CONTROL},
        CONSTRAINT currency_pkey PRIMARY KEY (code),
        CONSTRAINT currency_code CHECK (code ~ '^[A-Z]{3}$'),
        CONSTRAINT currency_status CHECK (status IN ('active', 'withdrawn'))
      )`);
    await runner.query(
      `COMMENT ON COLUMN currency.withdrawal_date IS 'YYYY, YYYY-MM or YYYY-MM-DD: as exact as the source knows it'`,
    );
    await runner.query(`CREATE INDEX currency_id ON currency (id)`);
    await runner.query(`CREATE INDEX currency_by_status ON currency (status, code)`);
    await runner.query(`CREATE INDEX currency_countries ON currency USING gin (countries)`);
    await runner.query(`
      CREATE INDEX currency_words ON currency USING gin (
        search_words(VARIADIC ARRAY[code, numeric_code, name] || entities))`);

    await runner.query(`
      CREATE TABLE asset_class (
        code text COLLATE "C" NOT NULL,
        market_category text NOT NULL,
        asset_class text,
        asset_subclass text,
        name text NOT NULL,
        description text,${CONTROL},
        CONSTRAINT asset_class_pkey PRIMARY KEY (code)
      )`);
    await runner.query(`CREATE INDEX asset_class_id ON asset_class (id)`);
    await runner.query(`CREATE INDEX asset_class_by_category ON asset_class (market_category, code)`);
    await runner.query(`
      CREATE INDEX asset_class_words ON asset_class USING gin (
        search_words(code, market_category, asset_class, name, description))`);

    await runner.query(`
      CREATE TABLE account (
        code text COLLATE "C" NOT NULL,
        regime text COLLATE "C" NOT NULL,
        company_type text NOT NULL DEFAULT 'ordinary',
        parent_code text,
        level integer NOT NULL,
        type text NOT NULL,
        name text NOT NULL,
        name_en text,
        valid_from date NOT NULL,
        valid_to date,${CONTROL},
        CONSTRAINT account_pkey PRIMARY KEY (code, regime),
        CONSTRAINT account_code CHECK (code ~ '^[0-9]{1,10}$'),
        CONSTRAINT account_validity CHECK (valid_to >= valid_from)
      )`);
    await runner.query(`CREATE INDEX account_id ON account (id)`);
    await runner.query(`CREATE INDEX account_by_regime ON account (regime, code)`);
    await runner.query(`CREATE INDEX account_words ON account USING gin (search_words(code, name, name_en))`);

    // A code may change its name (50 in 2018): one row a code and period. Parents are found by prefix.
    await runner.query(`
      CREATE TABLE industry (
        code text COLLATE "C" NOT NULL,
        valid_from date NOT NULL DEFAULT '1900-01-01',
        valid_to date,
        name text NOT NULL,
        name_en text,
        description text,
        scheme text NOT NULL DEFAULT 'GICS',${CONTROL},
        CONSTRAINT industry_pkey PRIMARY KEY (code, valid_from),
        CONSTRAINT industry_code CHECK (code ~ '^([0-9]{2}){1,4}$'),
        CONSTRAINT industry_validity CHECK (valid_to >= valid_from)
      )`);
    await runner.query(`CREATE INDEX industry_id ON industry (id)`);
    await runner.query(`
      CREATE INDEX industry_words ON industry USING gin (search_words(code, name, name_en))`);

    await runner.query(`
      CREATE TABLE industry_membership (
        ticker text COLLATE "C" NOT NULL,
        from_date date NOT NULL,
        to_date date,
        code text COLLATE "C" NOT NULL,${CONTROL},
        CONSTRAINT industry_membership_pkey PRIMARY KEY (ticker, from_date),
        CONSTRAINT industry_membership_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT industry_membership_code CHECK (code ~ '^([0-9]{2}){1,4}$'),
        CONSTRAINT industry_membership_dates CHECK (to_date >= from_date)
      )`);
    await runner.query(`CREATE INDEX industry_membership_id ON industry_membership (id)`);
    // The members of an industry and of all below it.
    await runner.query(`CREATE INDEX industry_membership_by_code ON industry_membership (code, ticker)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'industry_membership',
      'industry',
      'account',
      'asset_class',
      'currency',
      'mic',
      'country',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await runner.query(`DROP FUNCTION search_query(text)`);
    await runner.query(`DROP FUNCTION search_words(text[])`);
    await runner.query(`DROP FUNCTION plain_text(text)`);
  }
}
