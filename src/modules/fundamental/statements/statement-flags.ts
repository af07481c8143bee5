import { marketDate } from '../../../database/sql.js';
import { figureCode, figureDigits } from '../../../market/figure-code.sql.js';
import { another, closeBy } from '../../../market/plausibility.sql.js';
import {
  beforeMarket,
  datesOutOfOrder,
  farAhead,
  repeatedInOtherCase,
  unknownTicker,
} from '../../dataset/common-flags.js';
import type { RecordFlags } from '../../dataset/record-flags.js';

/** A figure this many times another version, or that of an adjacent year, is in another unit. */
const OTHER_UNIT = 100;

const isOtherUnit = `(abs(r.value) >= ${OTHER_UNIT} * abs(o.value) OR abs(r.value) * ${OTHER_UNIT} <= abs(o.value))`;
const SAME_LINE = `o.ticker = r.ticker AND o.statement = r.statement AND o.period = r.period
  AND o.fiscal_quarter = r.fiscal_quarter AND o.consolidation = r.consolidation AND o.item_code = r.item_code`;

/** What may be wrong with a figure of a statement. */
export const ITEM_FLAGS: RecordFlags = {
  does_not_balance: {
    detail: 'total assets and total resources of its publication differ by more than a thousandth',
    when: `r.statement = 'balance_sheet' AND ${figureDigits('r')} = '270' AND EXISTS (
      SELECT FROM statement_item o
      WHERE o.ticker = r.ticker AND o.statement = r.statement AND o.period = r.period AND o.fiscal_year = r.fiscal_year
        AND o.fiscal_quarter = r.fiscal_quarter AND o.consolidation = r.consolidation AND o.audit = r.audit
        AND o.published_at = r.published_at AND ${figureDigits('o')} = '440'
        AND abs(o.value - r.value) > 0.001 * greatest(abs(o.value), abs(r.value)))`,
  },
  versions_differ: {
    detail: `another publication of the same figure is ${OTHER_UNIT} times as large or as small`,
    when: another(
      'statement_item',
      `${SAME_LINE} AND o.fiscal_year = r.fiscal_year AND o.unit = r.unit AND o.value <> 0 AND ${isOtherUnit}`,
    ),
  },
  year_differs: {
    detail: `total assets, resources, equity or revenue is ${OTHER_UNIT} times that of the year before or after, or a hundredth of it`,
    when: `${figureDigits('r')} IN ('10', '270', '400', '440') AND r.value <> 0 AND ${another(
      'statement_item',
      `${SAME_LINE} AND o.fiscal_year IN (r.fiscal_year - 1, r.fiscal_year + 1) AND o.unit = r.unit AND o.value <> 0 AND ${isOtherUnit}
        AND ${figureCode('o')} = ${figureCode('r')}`,
    )}`,
  },
  zero_total: {
    detail: 'total assets, total resources or equity are zero',
    when: `r.statement = 'balance_sheet' AND ${figureDigits('r')} IN ('270', '440', '400') AND r.value = 0`,
  },
  published_before_end: {
    detail: 'it was published before its period ended',
    when: `${marketDate('r.published_at')} <= r.period_end_date`,
  },
  end_of_another_year: {
    detail: 'its period does not end within a year of its fiscal year',
    when: 'abs(extract(year FROM r.period_end_date) - r.fiscal_year) > 1',
  },
  unknown_line: {
    detail: 'its line is in no form for its type of company',
    when: `NOT EXISTS (
      SELECT FROM statement_template t
      WHERE t.company_type = r.company_type AND t.statement = r.statement AND t.item_code = r.item_code)`,
  },
  before_market: beforeMarket('r.period_end_date'),
  unknown_ticker: unknownTicker('r.ticker'),
};

/** What may be wrong with a filing. */
export const FILING_FLAGS: RecordFlags = {
  dates_out_of_order: datesOutOfOrder(
    `r.filing_date <= r.period_end_date OR ${marketDate('r.accepted_date')} < r.filing_date`,
  ),
  long_after_period: {
    detail: 'it was filed more than two years after its period ended',
    when: 'r.filing_date > r.period_end_date + 730',
  },
  repeated_in_other_case: repeatedInOtherCase('filing', 'filing_id'),
  number_of_another: {
    detail: 'another filing has the same identifier of the regulator',
    when: another('filing', 'upper(o.sec_unique_id) = upper(r.sec_unique_id)'),
  },
  no_web_address: {
    detail: 'one of its addresses does not begin with http:// or https://',
    when: `concat_ws(' ', r.filing_url, r.report_url, r.instance_url) <> '' AND NOT (
      coalesce(r.filing_url ~ '^https?://', true) AND coalesce(r.report_url ~ '^https?://', true)
      AND coalesce(r.instance_url ~ '^https?://', true))`,
  },
  before_market: beforeMarket('least(r.filing_date, r.period_end_date)'),
  unknown_ticker: unknownTicker('r.ticker'),
};

/** What may be wrong with a line of a form. */
export const TEMPLATE_FLAGS: RecordFlags = {
  unknown_parent: {
    detail: 'its form has no line that it is a part of',
    when: `r.parent_code IS NOT NULL AND NOT EXISTS (
      SELECT FROM statement_template o
      WHERE o.company_type = r.company_type AND o.statement = r.statement AND o.item_code = r.parent_code)`,
  },
  own_parent: { detail: 'it is a part of itself', when: 'r.parent_code = r.item_code' },
  repeated_in_other_case: {
    detail: 'another line of the form has the same code, letter case aside',
    when: another(
      'statement_template',
      'o.company_type = r.company_type AND o.statement = r.statement AND lower(o.item_code) = lower(r.item_code) AND o.item_code <> r.item_code',
    ),
  },
  place_of_another: {
    detail: 'another line of the form has its position',
    when: another(
      'statement_template',
      'o.company_type = r.company_type AND o.statement = r.statement AND o.item_order = r.item_order AND o.item_code <> r.item_code',
    ),
  },
  before_forms: {
    detail: 'it is valid from a day before 1995, when there was no form yet',
    when: "r.valid_from < '1995-01-01'",
  },
  far_ahead: farAhead('r.valid_from'),
};

const OF_A_SHARE = "r.item IN ('eps', 'bvps', 'dividend')";
const CLOSE = closeBy('r.ticker', marketDate('r.published_at'));

/** What may be wrong with an estimate. */
export const ESTIMATE_FLAGS: RecordFlags = {
  above_close: {
    detail: 'a figure of a share is more than five times its close',
    when: `${OF_A_SHARE} AND abs(r.value) > 5 * ${CLOSE}`,
  },
  small_amount: {
    detail: 'a figure of a share is below 10 VND: thousands of VND?',
    when: `${OF_A_SHARE} AND r.unit = 'VND' AND r.value <> 0 AND abs(r.value) < 10`,
  },
  zero: { detail: 'a figure of zero is expected', when: 'r.value = 0' },
  sources_differ: {
    detail: `another estimate of the same figure is ${OTHER_UNIT} times as large or as small`,
    when: another(
      'estimate',
      `o.ticker = r.ticker AND o.fiscal_year = r.fiscal_year AND o.item = r.item AND o.unit = r.unit
        AND o.value <> 0 AND ${isOtherUnit}`,
    ),
  },
  far_year: {
    detail: 'its year is more than ten years after its publication, or more than one before it',
    when: 'r.fiscal_year - extract(year FROM r.published_at) NOT BETWEEN -1 AND 10',
  },
  repeated_in_other_case: {
    detail: 'another estimate of the same figure and moment differs from it in letter case only',
    when: another(
      'estimate',
      `o.ticker = r.ticker AND o.fiscal_year = r.fiscal_year AND o.item = r.item AND o.published_at = r.published_at
        AND lower(o.source) = lower(r.source)`,
    ),
  },
  before_market: beforeMarket(marketDate('r.published_at')),
  unknown_ticker: unknownTicker('r.ticker'),
};
