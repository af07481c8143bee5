import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Quotes, settlement days, the security master, market rules, tokens, audit and idempotency.
 *
 * - Every record table carries the same control columns: `id` (surrogate), `revision` (ETag),
 *   `created_at`, `changed_at`, `maker` (who wrote the present values).
 * - Symbols compare by bytes (`COLLATE "C"`): the order of a list and of its cursor is the same on every
 *   server, whatever its locale.
 * - Unique keys of large tables contain the ticker, and `id` has a plain index only, so that the schema can
 *   be distributed by ticker. For the same reason `quote` has no trigger.
 */
export class Foundation1763640000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quote (
        ticker text COLLATE "C" NOT NULL,
        date date NOT NULL,
        open double precision NOT NULL,
        high double precision NOT NULL,
        low double precision NOT NULL,
        close double precision NOT NULL,
        volume bigint NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL,
        approval smallint NOT NULL DEFAULT 0,
        approval_by text,
        approval_at timestamptz,
        approval_reason text,
        CONSTRAINT quote_pkey PRIMARY KEY (ticker, date),
        CONSTRAINT quote_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT quote_bar CHECK (
          low >= 0 AND low <= open AND low <= close AND open <= high AND close <= high
          AND high < 'Infinity'::double precision),
        CONSTRAINT quote_volume CHECK (volume >= 0),
        CONSTRAINT quote_approval CHECK (
          approval IN (0, 1, 2) AND (approval = 0) = (approval_by IS NULL)
          AND (approval = 0) = (approval_at IS NULL))
      )`);
    // Look-ups by surrogate identifier: Location of a created item, approval by id.
    await runner.query(`CREATE INDEX quote_id ON quote (id)`);
    // The list of all tickers, newest first, and the whole market on a day.
    await runner.query(`CREATE INDEX quote_by_date ON quote (date DESC, ticker)`);
    // The few that were decided, for the approval queue and QUOTE_PUBLICATION=approved.
    await runner.query(`CREATE INDEX quote_decided ON quote (date DESC, ticker) WHERE approval <> 0`);

    await runner.query(`
      CREATE TABLE settlement (
        country text COLLATE "C" NOT NULL,
        date date NOT NULL,
        timezone text NOT NULL,
        name text NOT NULL,
        status text NOT NULL DEFAULT 'closed',
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL,
        CONSTRAINT settlement_pkey PRIMARY KEY (country, date),
        CONSTRAINT settlement_country CHECK (country ~ '^[A-Z]{2}$'),
        CONSTRAINT settlement_name CHECK (name <> ''),
        CONSTRAINT settlement_status CHECK (status IN ('open', 'closed'))
      )`);
    await runner.query(`CREATE INDEX settlement_id ON settlement (id)`);
    // "The second open day after D" is two steps along this index.
    await runner.query(`CREATE INDEX settlement_open ON settlement (country, date) WHERE status = 'open'`);

    await runner.query(`
      CREATE TABLE security (
        ticker text COLLATE "C" NOT NULL,
        name text NOT NULL,
        name_en text,
        security_type text NOT NULL DEFAULT 'stock',
        exchange text NOT NULL,
        mic text,
        isin text,
        industry_code text,
        listing_date date,
        delisting_date date,
        listed_shares bigint,
        outstanding_shares bigint,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL,
        CONSTRAINT security_pkey PRIMARY KEY (ticker),
        CONSTRAINT security_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT security_type CHECK (security_type IN ('stock', 'index', 'derivative', 'fund_certificate'))
      )`);
    await runner.query(`CREATE INDEX security_id ON security (id)`);

    // Bands and tick sizes are data with a first day of validity, never constants in code: they change.
    await runner.query(`
      CREATE TABLE market_band (
        exchange text NOT NULL,
        valid_from date NOT NULL,
        band double precision NOT NULL CHECK (band > 0 AND band < 1),
        first_day_band double precision NOT NULL CHECK (first_day_band > 0 AND first_day_band < 1),
        PRIMARY KEY (exchange, valid_from)
      )`);
    await runner.query(`
      CREATE TABLE market_tick (
        exchange text NOT NULL,
        valid_from date NOT NULL,
        price_from double precision NOT NULL CHECK (price_from >= 0),
        tick double precision NOT NULL CHECK (tick > 0),
        PRIMARY KEY (exchange, valid_from, price_from)
      )`);
    await runner.query(`
      INSERT INTO market_band (exchange, valid_from, band, first_day_band) VALUES
        ('HOSE', '2013-01-15', 0.07, 0.20),
        ('HNX', '2013-01-15', 0.10, 0.30),
        ('UPCOM', '2015-07-01', 0.15, 0.40)`);
    await runner.query(`
      INSERT INTO market_tick (exchange, valid_from, price_from, tick) VALUES
        ('HOSE', '2016-09-12', 0, 10), ('HOSE', '2016-09-12', 10000, 50), ('HOSE', '2016-09-12', 50000, 100),
        ('HNX', '2013-01-15', 0, 100),
        ('UPCOM', '2013-01-15', 0, 100)`);

    await runner.query(`
      CREATE TABLE api_token (
        id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
        digest bytea NOT NULL CONSTRAINT api_token_digest UNIQUE,
        custom boolean NOT NULL DEFAULT false,
        kind text NOT NULL CHECK (kind IN ('user', 'service', 'gateway')),
        role text NOT NULL CHECK (role IN ('reader', 'maker', 'checker', 'auditor', 'operator', 'admin')),
        principal text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        CONSTRAINT api_token_principal CHECK (kind <> 'user' OR principal IS NOT NULL)
      )`);
    await runner.query(`CREATE INDEX api_token_by_principal ON api_token (principal)`);
    await runner.query(`
      CREATE TABLE principal_role (
        principal text NOT NULL PRIMARY KEY,
        role text NOT NULL CHECK (role IN ('reader', 'maker', 'checker', 'auditor', 'operator', 'admin')),
        granted_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);

    await runner.query(`
      CREATE TABLE audit_event (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        resource text NOT NULL,
        action text NOT NULL,
        record_id uuid,
        record_key jsonb,
        actor text NOT NULL,
        request_id text,
        before jsonb,
        after jsonb
      )`);
    // History of one record, and the log of one kind of resource.
    await runner.query(
      `CREATE INDEX audit_event_by_record ON audit_event (record_id, id) WHERE record_id IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX audit_event_by_resource ON audit_event (resource, id)`);
    // An imported quote finds the event of its batch by its moment of creation.
    await runner.query(
      `CREATE INDEX audit_event_import ON audit_event (resource, occurred_at) WHERE action = 'imported'`,
    );
    await runner.query(`
      CREATE FUNCTION audit_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'audit_event is append-only'; END $$`);
    await runner.query(`
      CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
      FOR EACH STATEMENT EXECUTE FUNCTION audit_event_append_only()`);

    await runner.query(`
      CREATE TABLE idempotency_key (
        owner text NOT NULL,
        key text NOT NULL,
        request_digest bytea NOT NULL,
        answer text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (owner, key)
      )`);
    await runner.query(`CREATE INDEX idempotency_key_age ON idempotency_key (created_at)`);

    // What was loaded from the shipped data, so that loading again neither repeats nor undoes an operator's edit.
    await runner.query(`
      CREATE TABLE shipped_data (
        name text NOT NULL PRIMARY KEY,
        loaded_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'shipped_data',
      'idempotency_key',
      'audit_event',
      'principal_role',
      'api_token',
      'market_tick',
      'market_band',
      'security',
      'settlement',
      'quote',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await runner.query(`DROP FUNCTION audit_event_append_only()`);
  }
}
