import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Control columns that every record table carries. */
const CONTROL_COLUMNS = `id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL`;

/**
 * The market beside its bars: daily statistics, foreign trading, flows, orders, corporate actions, indices with
 * their constituents, and the rules of exchanges as records.
 *
 * Every unique key of a large table contains the ticker or the code, as in `quote`.
 */
export class Market1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE daily_statistic (
        ticker text COLLATE "C" NOT NULL,
        date date NOT NULL,
        reference double precision,
        ceiling double precision,
        floor double precision,
        average_price double precision,
        matched_volume bigint,
        matched_value double precision,
        negotiated_volume bigint,
        negotiated_value double precision,
        listed_shares bigint,
        outstanding_shares bigint,
        ${CONTROL_COLUMNS},
        CONSTRAINT daily_statistic_pkey PRIMARY KEY (ticker, date),
        CONSTRAINT daily_statistic_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT daily_statistic_prices CHECK (reference >= 0 AND reference < 'Infinity' AND ceiling >= floor AND ceiling < 'Infinity' AND floor >= 0 AND average_price >= 0 AND average_price < 'Infinity'),
        CONSTRAINT daily_statistic_volumes CHECK (matched_volume >= 0 AND negotiated_volume >= 0 AND listed_shares >= 0 AND outstanding_shares >= 0),
        CONSTRAINT daily_statistic_values CHECK (matched_value >= 0 AND matched_value < 'Infinity' AND negotiated_value >= 0 AND negotiated_value < 'Infinity')
      )`);
    await runner.query(`CREATE INDEX daily_statistic_id ON daily_statistic (id)`);

    await runner.query(`
      CREATE TABLE foreign_trade (
        ticker text COLLATE "C" NOT NULL,
        date date NOT NULL,
        foreign_buy_volume_matched bigint,
        foreign_buy_value_matched double precision,
        foreign_buy_volume_negotiated bigint,
        foreign_buy_value_negotiated double precision,
        foreign_sell_volume_matched bigint,
        foreign_sell_value_matched double precision,
        foreign_sell_volume_negotiated bigint,
        foreign_sell_value_negotiated double precision,
        foreign_total_room bigint,
        foreign_owned_volume bigint,
        foreign_remaining_room bigint,
        foreign_current_room bigint,
        foreign_ownership_ratio double precision,
        ${CONTROL_COLUMNS},
        CONSTRAINT foreign_trade_pkey PRIMARY KEY (ticker, date),
        CONSTRAINT foreign_trade_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT foreign_trade_volumes CHECK (foreign_buy_volume_matched >= 0 AND foreign_buy_volume_negotiated >= 0 AND foreign_sell_volume_matched >= 0 AND foreign_sell_volume_negotiated >= 0),
        CONSTRAINT foreign_trade_ratio CHECK (foreign_ownership_ratio >= 0 AND foreign_ownership_ratio <= 1)
      )`);
    await runner.query(`CREATE INDEX foreign_trade_id ON foreign_trade (id)`);

    await runner.query(`
      CREATE TABLE trade_flow (
        scope text COLLATE "C" NOT NULL DEFAULT 'ticker',
        code text COLLATE "C" NOT NULL,
        date date NOT NULL,
        buy_order_count bigint,
        buy_order_volume bigint,
        sell_order_count bigint,
        sell_order_volume bigint,
        active_buy_volume bigint,
        active_buy_value double precision,
        active_sell_volume bigint,
        active_sell_value double precision,
        unmatched_buy_volume bigint,
        unmatched_sell_volume bigint,
        foreign_net_volume bigint,
        foreign_net_value double precision,
        proprietary_net_volume bigint,
        proprietary_net_value double precision,
        ${CONTROL_COLUMNS},
        CONSTRAINT trade_flow_pkey PRIMARY KEY (scope, code, date),
        CONSTRAINT trade_flow_scope CHECK (scope IN ('ticker', 'sector', 'index')),
        CONSTRAINT trade_flow_code CHECK (code ~ '^[A-Z0-9]{2,100}$'),
        CONSTRAINT trade_flow_volumes CHECK (buy_order_count >= 0 AND buy_order_volume >= 0 AND sell_order_count >= 0 AND sell_order_volume >= 0 AND active_buy_volume >= 0 AND active_sell_volume >= 0 AND unmatched_buy_volume >= 0 AND unmatched_sell_volume >= 0)
      )`);
    await runner.query(`CREATE INDEX trade_flow_id ON trade_flow (id)`);

    await runner.query(`
      CREATE TABLE order_statistic (
        ticker text COLLATE "C" NOT NULL,
        date date NOT NULL,
        buy_order_count bigint,
        buy_order_volume bigint,
        sell_order_count bigint,
        sell_order_volume bigint,
        ${CONTROL_COLUMNS},
        CONSTRAINT order_statistic_pkey PRIMARY KEY (ticker, date),
        CONSTRAINT order_statistic_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT order_statistic_volumes CHECK (buy_order_count >= 0 AND buy_order_volume >= 0 AND sell_order_count >= 0 AND sell_order_volume >= 0)
      )`);
    await runner.query(`CREATE INDEX order_statistic_id ON order_statistic (id)`);

    await runner.query(`
      CREATE TABLE corporate_action (
        ticker text COLLATE "C" NOT NULL,
        ex_date date NOT NULL,
        type text NOT NULL,
        record_date date,
        payment_date date,
        announced_date date,
        cash_dividend double precision,
        share_ratio double precision,
        rights_ratio double precision,
        rights_price double precision,
        note text,
        ${CONTROL_COLUMNS},
        CONSTRAINT corporate_action_pkey PRIMARY KEY (ticker, ex_date, type),
        CONSTRAINT corporate_action_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT corporate_action_type CHECK (type IN ('cash_dividend', 'stock_dividend', 'bonus_issue', 'rights_issue', 'split', 'meeting', 'listing', 'other')),
        CONSTRAINT corporate_action_terms CHECK (cash_dividend >= 0 AND cash_dividend < 'Infinity' AND share_ratio > -1 AND share_ratio < 'Infinity' AND rights_ratio >= 0 AND rights_ratio < 'Infinity' AND rights_price >= 0 AND rights_price < 'Infinity')
      )`);
    await runner.query(`CREATE INDEX corporate_action_id ON corporate_action (id)`);

    await runner.query(`
      CREATE TABLE market_index (
        code text COLLATE "C" NOT NULL,
        name text NOT NULL,
        name_en text,
        exchange text,
        weighting text NOT NULL DEFAULT 'market_cap',
        main boolean NOT NULL DEFAULT false,
        all_share boolean NOT NULL DEFAULT false,
        base_date date,
        base_value double precision,
        description text,
        ${CONTROL_COLUMNS},
        CONSTRAINT market_index_pkey PRIMARY KEY (code),
        CONSTRAINT market_index_code CHECK (code ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT market_index_weighting CHECK (weighting IN ('market_cap', 'free_float', 'capped_free_float', 'price')),
        CONSTRAINT market_index_base CHECK (base_value > 0 AND base_value < 'Infinity')
      )`);
    await runner.query(`CREATE INDEX market_index_id ON market_index (id)`);

    await runner.query(`
      CREATE TABLE index_constituent (
        code text COLLATE "C" NOT NULL,
        ticker text COLLATE "C" NOT NULL,
        from_date date NOT NULL,
        to_date date,
        shares bigint,
        free_float_ratio double precision NOT NULL DEFAULT 1,
        cap_ratio double precision NOT NULL DEFAULT 1,
        ${CONTROL_COLUMNS},
        CONSTRAINT index_constituent_pkey PRIMARY KEY (code, ticker, from_date),
        CONSTRAINT index_constituent_code CHECK (code ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT index_constituent_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT index_constituent_dates CHECK (to_date >= from_date),
        CONSTRAINT index_constituent_factors CHECK (shares >= 0 AND free_float_ratio >= 0 AND free_float_ratio <= 1 AND cap_ratio >= 0 AND cap_ratio <= 1)
      )`);
    await runner.query(`CREATE INDEX index_constituent_id ON index_constituent (id)`);

    await runner.query(`
      CREATE TABLE market_lot (
        exchange text NOT NULL,
        valid_from date NOT NULL,
        lot integer NOT NULL,
        ${CONTROL_COLUMNS},
        CONSTRAINT market_lot_pkey PRIMARY KEY (exchange, valid_from),
        CONSTRAINT market_lot_positive CHECK (lot > 0)
      )`);
    await runner.query(`CREATE INDEX market_lot_id ON market_lot (id)`);

    // The share counts that hold on a day are the newest told until then; most days tell none.
    await runner.query(`
      CREATE INDEX daily_statistic_shares ON daily_statistic (ticker, date)
      WHERE outstanding_shares IS NOT NULL OR listed_shares IS NOT NULL`);
    // Lists of all securities, newest first.
    await runner.query(`CREATE INDEX foreign_trade_by_date ON foreign_trade (date DESC, ticker)`);
    await runner.query(`CREATE INDEX trade_flow_by_date ON trade_flow (scope, date DESC, code)`);
    await runner.query(`CREATE INDEX corporate_action_by_date ON corporate_action (ex_date DESC, ticker)`);

    // Share counts of the master without a day of their own hold from their last change on, never before.
    await runner.query(`ALTER TABLE security ADD COLUMN shares_from date`);

    // Rules become records like any other, so that an operator imports and corrects them.
    for (const table of ['market_band', 'market_tick']) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
          ADD COLUMN revision integer NOT NULL DEFAULT 1,
          ADD COLUMN created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          ADD COLUMN changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          ADD COLUMN maker text NOT NULL DEFAULT 'shipped'`);
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN maker DROP DEFAULT`);
      await runner.query(`CREATE INDEX ${table}_id ON ${table} (id)`);
    }
    await runner.query(`
      INSERT INTO market_lot (exchange, valid_from, lot, maker) VALUES
        ('HOSE', '2021-01-04', 100, 'shipped'), ('HNX', '2013-01-15', 100, 'shipped'),
        ('UPCOM', '2013-01-15', 100, 'shipped')`);

    // Exact products of adjustment factors; exp(sum(ln())) would not return to 1.
    await runner.query(`
      CREATE AGGREGATE product(double precision) (
        SFUNC = float8mul, STYPE = double precision, INITCOND = '1', PARALLEL = SAFE)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP AGGREGATE product(double precision)`);
    for (const table of ['market_band', 'market_tick']) {
      for (const column of ['id', 'revision', 'created_at', 'changed_at', 'maker']) {
        await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
      }
    }
    await runner.query(`ALTER TABLE security DROP COLUMN shares_from`);
    for (const table of [
      'market_lot',
      'index_constituent',
      'market_index',
      'corporate_action',
      'order_statistic',
      'trade_flow',
      'foreign_trade',
      'daily_statistic',
    ]) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
