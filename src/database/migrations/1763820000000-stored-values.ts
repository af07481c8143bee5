import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What validation refuses, the database refuses too, whoever writes: days and instants are days, numbers are finite
 * and within their bounds, keys and names are not empty. By table: name and rule of each constraint.
 */
const RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quote: {
    quote_date: `isfinite(date)`,
  },
  settlement: {
    settlement_date: `isfinite(date)`,
    settlement_timezone: `timezone <> ''`,
  },
  security: {
    security_names: `name <> '' AND exchange <> ''`,
    security_dates: `isfinite(listing_date) AND isfinite(delisting_date) AND isfinite(shares_from)`,
    security_shares: `listed_shares >= 0 AND outstanding_shares >= 0`,
  },
  mic: {
    mic_names: `operating_mic <> '' AND market_name <> '' AND iso_country_code <> ''`,
    mic_dates: `isfinite(creation_date) AND isfinite(last_update_date) AND isfinite(last_validation_date) AND isfinite(expiry_date)`,
  },
  currency: {
    currency_name: `name <> ''`,
    currency_minor_unit: `minor_unit BETWEEN 0 AND 10`,
  },
  asset_class: {
    asset_class_code: `code ~ '^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*){0,2}$'`,
    asset_class_names: `market_category <> '' AND name <> ''`,
  },
  account: {
    account_names: `regime <> '' AND name <> ''`,
    account_level: `level BETWEEN 1 AND 8`,
    account_type: `type IN ('asset', 'liability', 'equity', 'revenue', 'production_and_business_cost', 'other_income', 'other_expense', 'result', 'off_balance_sheet')`,
    account_dates: `isfinite(valid_from) AND isfinite(valid_to)`,
  },
  industry: {
    industry_name: `name <> ''`,
    industry_dates: `isfinite(valid_from) AND isfinite(valid_to)`,
  },
  industry_membership: {
    industry_membership_period: `isfinite(from_date) AND isfinite(to_date)`,
  },
  daily_statistic: {
    daily_statistic_date: `isfinite(date)`,
    daily_statistic_limits: `ceiling >= 0 AND floor < 'Infinity'`,
  },
  foreign_trade: {
    foreign_trade_date: `isfinite(date)`,
    foreign_trade_values: `foreign_buy_value_matched >= 0 AND foreign_buy_value_matched < 'Infinity' AND foreign_buy_value_negotiated >= 0 AND foreign_buy_value_negotiated < 'Infinity' AND foreign_sell_value_matched >= 0 AND foreign_sell_value_matched < 'Infinity' AND foreign_sell_value_negotiated >= 0 AND foreign_sell_value_negotiated < 'Infinity'`,
    foreign_trade_room: `foreign_total_room >= 0 AND foreign_owned_volume >= 0 AND foreign_remaining_room >= 0 AND foreign_current_room >= 0`,
  },
  trade_flow: {
    trade_flow_date: `isfinite(date)`,
    trade_flow_values: `active_buy_value >= 0 AND active_buy_value < 'Infinity' AND active_sell_value >= 0 AND active_sell_value < 'Infinity'`,
    trade_flow_net_values: `foreign_net_value > '-Infinity' AND foreign_net_value < 'Infinity' AND proprietary_net_value > '-Infinity' AND proprietary_net_value < 'Infinity'`,
  },
  order_statistic: {
    order_statistic_date: `isfinite(date)`,
  },
  corporate_action: {
    corporate_action_dates: `isfinite(ex_date) AND isfinite(record_date) AND isfinite(payment_date) AND isfinite(announced_date)`,
  },
  market_index: {
    market_index_name: `name <> ''`,
    market_index_base_date: `isfinite(base_date)`,
  },
  index_constituent: {
    index_constituent_period: `isfinite(from_date) AND isfinite(to_date)`,
  },
  market_band: {
    market_band_exchange: `exchange <> ''`,
    market_band_valid_from: `isfinite(valid_from)`,
  },
  market_tick: {
    market_tick_exchange: `exchange <> ''`,
    market_tick_valid_from: `isfinite(valid_from)`,
    market_tick_finite: `price_from < 'Infinity' AND tick < 'Infinity'`,
  },
  market_lot: {
    market_lot_exchange: `exchange <> ''`,
    market_lot_valid_from: `isfinite(valid_from)`,
  },
  news: {
    news_texts: `news_id <> '' AND title <> '' AND source <> ''`,
    news_published_at: `isfinite(published_at)`,
  },
  trading_suggestion: {
    trading_suggestion_key: `suggestion_id <> ''`,
    trading_suggestion_published_at: `isfinite(published_at)`,
  },
  market_insight: {
    market_insight_texts: `insight_id <> '' AND title <> ''`,
    market_insight_published_at: `isfinite(published_at)`,
  },
  market_depth: {
    market_depth_timestamp: `isfinite(timestamp)`,
  },
  economic_event: {
    economic_event_date: `isfinite(date)`,
    economic_event_names: `organiser <> '' AND event_name <> '' AND location <> ''`,
    economic_event_values: `actual > '-Infinity' AND actual < 'Infinity' AND forecast > '-Infinity' AND forecast < 'Infinity' AND previous > '-Infinity' AND previous < 'Infinity'`,
  },
  filing: {
    filing_key: `filing_id <> ''`,
    filing_dates: `isfinite(filing_date) AND isfinite(accepted_date) AND isfinite(period_end_date)`,
  },
  statement_item: {
    statement_item_code: `item_code ~ '^[A-Za-z0-9][A-Za-z0-9._]{0,39}$'`,
    statement_item_year: `fiscal_year BETWEEN 1900 AND 9999`,
    statement_item_dates: `isfinite(published_at) AND isfinite(period_end_date)`,
  },
  statement_template: {
    statement_template_company_type: `company_type IN ('ordinary', 'bank', 'insurance', 'securities')`,
    statement_template_statement: `statement IN ('balance_sheet', 'income_statement', 'cash_flow_direct', 'cash_flow_indirect')`,
    statement_template_code: `item_code ~ '^[A-Za-z0-9][A-Za-z0-9._]{0,39}$'`,
    statement_template_name: `name <> ''`,
    statement_template_valid_from: `isfinite(valid_from)`,
    statement_template_place: `item_order <= 99998`,
  },
};

/** Rules that only validation kept until now, as constraints. Each table is read once. */
export class StoredValues1763820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, rules] of Object.entries(RULES)) {
      const added = Object.entries(rules).map(([name, rule]) => `ADD CONSTRAINT ${name} CHECK (${rule})`);
      await runner.query(`ALTER TABLE ${table} ${added.join(', ')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, rules] of Object.entries(RULES)) {
      const dropped = Object.keys(rules).map((name) => `DROP CONSTRAINT ${name}`);
      await runner.query(`ALTER TABLE ${table} ${dropped.join(', ')}`);
    }
  }
}
