import { type Fields, flaggedRow, type Poison, refusedRow, sameRecord } from './wrong-row.js';

const industry = { code: '11101010', valid_from: '1900-01-01' };
const membership = { ticker: 'ZDA', from_date: '2016-01-04' };
const country = { cca2: 'VN' };
const within =
  (change: Fields) =>
  ({ record }: Fields): Fields => ({ record: { ...(record as Fields), ...change } });
const mic = { mic: 'XSTC' };
const currency = { code: 'VND' };
const assetClass = { code: 'commodities/energy/crude-oil' };
const account = { code: '1121', regime: 'TT200' };
const template = {
  company_type: 'ordinary',
  statement: 'balance_sheet',
  item_code: '110',
  valid_from: '2000-01-01',
};

/** Wrong rows of reference data. */
export const REFERENCE_ROWS: readonly Poison[] = [
  {
    dataSet: 'industry',
    names: ['11101099', '11101098', '77', '7701', '11101010'],
    rows: [
      flaggedRow('far future', industry, { code: '11101099', valid_from: '2099-01-05' }, 'far_ahead'),
      flaggedRow(
        'far past',
        industry,
        { code: '11101099', valid_from: '1901-01-02', valid_to: '1902-01-02' },
        'before_classification',
      ),
      flaggedRow('no parent', industry, { code: '7701' }, 'unknown_parent'),
      flaggedRow(
        "another's name in other letter case",
        industry,
        { code: '11101098', name: 'SỮA' },
        'name_of_another',
      ),
      flaggedRow(
        'a period over another',
        industry,
        { valid_from: '2020-01-02', valid_to: '2023-01-02', scheme: 'GICS' },
        'scheme_differs',
      ),
      refusedRow(
        'ends before it begins',
        industry,
        { valid_to: '1899-01-02' },
        '/valid_to',
        'invalid_format',
      ),
      refusedRow(
        'an end before its beginning',
        industry,
        { valid_from: '2020-01-02', valid_to: '2019-01-02' },
        '/valid_to',
        'out_of_range',
      ),
      refusedRow('seven digits', industry, { code: '1110101' }, '/code', 'invalid_format'),
      refusedRow('no name', industry, { name: '' }, '/name', 'out_of_range'),
      refusedRow('letters', industry, { code: 'ABCD' }, '/code', 'invalid_format'),
    ],
  },
  {
    dataSet: 'industry_membership',
    names: ['ZZZ9'],
    rows: [
      flaggedRow(
        'far future',
        membership,
        { from_date: '2099-01-05' },
        'far_ahead',
        'repeats_the_one_before',
      ),
      flaggedRow('far past', membership, { from_date: '1900-01-02', to_date: '1900-06-29' }, 'before_market'),
      flaggedRow(
        'a period over another',
        membership,
        { ticker: 'ZHO', from_date: '2015-01-05', to_date: '2019-01-02' },
        'overlapping',
      ),
      flaggedRow(
        'an unknown industry',
        membership,
        { ticker: 'ZBE', from_date: '2015-01-05', to_date: '2015-12-31', code: '99999999' },
        'unknown_industry',
      ),
      flaggedRow(
        'a sector',
        membership,
        { ticker: 'ZIT', from_date: '2015-01-05', to_date: '2015-12-31', code: '11' },
        'short_code',
      ),
      flaggedRow('an unknown security', membership, { ticker: 'ZZZ9' }, 'unknown_ticker'),
      refusedRow('ends before it begins', membership, { to_date: '2015-01-05' }, '/to_date', 'out_of_range'),
      refusedRow('seven digits', membership, { code: '1110101' }, '/code', 'invalid_format'),
      refusedRow('other letter case', membership, { ticker: 'zda' }, '/ticker', 'invalid_format'),
      refusedRow('no day', membership, { from_date: '2016-02-30' }, '/from_date', 'invalid_format'),
    ],
  },
  {
    dataSet: 'country',
    names: ['MY', 'VN', 'LA', 'KH', 'TH', 'XK'],
    rows: [
      flaggedRow("another's code", country, within({ ccn3: '392', numericCode: '392' }), 'number_of_another'),
      flaggedRow(
        "another's name in other letter case",
        { cca2: 'LA' },
        within({ name: { common: 'CAMBODIA' } }),
        'name_of_another',
      ),
      flaggedRow(
        'people times 1,000',
        { cca2: 'KH' },
        within({ population: 17e9 * 1000, area: 181035 }),
        'implausible_figures',
      ),
      flaggedRow('an unknown neighbour', { cca2: 'TH' }, within({ borders: ['XYZ'] }), 'unknown_neighbour'),
      refusedRow('a code of another key', country, within({ cca2: 'LA' }), '/record/cca2', 'key_differs'),
      flaggedRow('an unknown region', { cca2: 'MY' }, within({ region: 'Atlantis' }), 'region_of_none'),
      refusedRow('a text for a number', country, within({ area: 'large' }), '/record/area', 'invalid_type'),
      refusedRow('no name', country, within({ name: {} }), '/record/name/common', 'required'),
      refusedRow('an unknown field', country, within({ poison: 1 }), '/record/poison', 'unknown_field'),
      sameRecord('other letter case', country, { cca2: 'vn' }),
    ],
  },
  {
    dataSet: 'mic',
    names: ['ZZP1', 'ZZP2', 'ZZP3', 'ZZP4', 'ZZP5', 'ZZP6', 'ZZP7'],
    rows: [
      flaggedRow(
        'far future',
        mic,
        { mic: 'ZZP1', operating_mic: 'ZZP1', creation_date: '20990105' },
        'far_ahead',
      ),
      flaggedRow(
        'far past',
        mic,
        { mic: 'ZZP2', operating_mic: 'ZZP2', creation_date: '19000102' },
        'before_codes',
      ),
      flaggedRow(
        'an unknown operator',
        mic,
        { mic: 'ZZP3', operating_mic: 'ZZP9', oprt_sgmt: 'SGMT' },
        'unknown_operator',
      ),
      flaggedRow('an operator under another', mic, { mic: 'ZZP4' }, 'kind_differs'),
      flaggedRow(
        'expired before it was created',
        mic,
        { mic: 'ZZP5', operating_mic: 'ZZP5', expiry_date: '20080101' },
        'dates_out_of_order',
        'expired_and_active',
      ),
      flaggedRow('a malformed LEI', mic, { mic: 'ZZP6', operating_mic: 'ZZP6', lei: 'LEI' }, 'lei_malformed'),
      refusedRow('five letters', mic, { mic: 'XSTCX' }, '/mic', 'invalid_format'),
      refusedRow('an unknown status', mic, { status: 'SLEEPING' }, '/status', 'invalid_format'),
      refusedRow('no day', mic, { creation_date: '20090230' }, '/creation_date', 'invalid_format'),
      sameRecord('other letter case', mic, { mic: 'xstc' }),
    ],
  },
  {
    dataSet: 'currency',
    names: ['ZZA', 'ZZB', 'ZZC', 'ZZD', 'ZZE', 'VND'],
    rows: [
      flaggedRow(
        'far future',
        currency,
        { code: 'ZZA', numeric_code: null, introduction_date: '2099' },
        'far_ahead',
      ),
      flaggedRow("another's number", currency, { code: 'ZZB', name: 'B' }, 'number_of_another'),
      flaggedRow(
        "another's name in other letter case",
        currency,
        { code: 'ZZC', name: 'DONG', numeric_code: null },
        'name_of_another',
      ),
      flaggedRow(
        'seven digits',
        currency,
        { code: 'ZZD', name: 'D', numeric_code: null, minor_unit: 7 },
        'many_digits',
      ),
      flaggedRow(
        'withdrawn and active',
        currency,
        { code: 'ZZE', name: 'E', numeric_code: null, withdrawal_date: '1980' },
        'withdrawn_and_active',
        'dates_out_of_order',
      ),
      refusedRow('four letters', currency, { code: 'VNDX' }, '/code', 'invalid_format'),
      refusedRow('two digits', currency, { numeric_code: '70' }, '/numeric_code', 'invalid_format'),
      refusedRow('below zero', currency, { minor_unit: -1 }, '/minor_unit', 'out_of_range'),
      refusedRow('an unknown status', currency, { status: 'sleeping' }, '/status', 'invalid_format'),
      sameRecord('other letter case', currency, { code: 'vnd' }),
    ],
  },
  {
    dataSet: 'asset_class',
    names: ['commodities/poison', 'equities/energy', 'commodities/energy/a', 'commodities/toxic/a'],
    rows: [
      flaggedRow('no parent', assetClass, { code: 'commodities/toxic/a', name: 'A' }, 'unknown_parent'),
      flaggedRow('another level', assetClass, { code: 'commodities/poison', name: 'B' }, 'level_differs'),
      flaggedRow(
        "another's name in other letter case",
        assetClass,
        { code: 'commodities/energy/a', name: 'CRUDE OIL' },
        'name_of_another',
      ),
      refusedRow(
        'an unknown category',
        assetClass,
        { market_category: 'Art' },
        '/market_category',
        'invalid_format',
      ),
      refusedRow('no name', assetClass, { name: '' }, '/name', 'out_of_range'),
      refusedRow('a name that is too long', assetClass, { name: 'x'.repeat(101) }, '/name', 'out_of_range'),
      refusedRow('a number for a name', assetClass, { name: 1 }, '/name', 'invalid_type'),
      refusedRow('no code', assetClass, { code: '' }, '/code', 'invalid_format'),
      refusedRow('an unknown field', assetClass, { poison: 1 }, '/poison', 'unknown_field'),
      refusedRow('blanks in the code', assetClass, { code: 'crude oil' }, '/code', 'invalid_format'),
    ],
  },
  {
    dataSet: 'account',
    names: ['TT1', '11219', '11292', '11293', '11294', '1129', '99', '9911'],
    rows: [
      flaggedRow(
        'far future',
        account,
        { code: '1129', valid_from: '2099-01-05', valid_to: null },
        'far_ahead',
      ),
      flaggedRow(
        'far past',
        account,
        { code: '11219', valid_from: '1900-01-02', parent_code: '1121', level: 3 },
        'before_charts',
      ),
      flaggedRow('no parent', account, { code: '9911', parent_code: '99' }, 'unknown_parent'),
      flaggedRow('another level', account, { code: '11292', level: 3, name: 'B' }, 'level_differs'),
      flaggedRow('another type', account, { code: '11293', type: 'liability', name: 'C' }, 'type_differs'),
      flaggedRow(
        "another's name in other letter case",
        account,
        { code: '11294', name: 'TIỀN VIỆT NAM' },
        'name_of_another',
      ),
      refusedRow(
        'a parent of another branch',
        account,
        { parent_code: '331' },
        '/parent_code',
        'inconsistent',
      ),
      refusedRow('ends before it begins', account, { valid_to: '2014-01-02' }, '/valid_to', 'out_of_range'),
      flaggedRow('an unknown chart', account, { regime: 'TT1' }, 'unknown_parent'),
      refusedRow('level zero', account, { level: 0 }, '/level', 'out_of_range'),
    ],
  },
  {
    dataSet: 'statement_template',
    names: ['P1', 'P2', 'P3', '110a', '110A'],
    rows: [
      flaggedRow('far future', template, { valid_from: '2099-01-05' }, 'far_ahead'),
      flaggedRow('far past', template, { valid_from: '1900-01-02' }, 'before_forms'),
      flaggedRow(
        'no parent',
        template,
        { item_code: 'P1', parent_code: '9999', item_order: 90_001 },
        'unknown_parent',
      ),
      flaggedRow(
        'its own parent',
        template,
        { item_code: 'P2', parent_code: 'P2', item_order: 90_002 },
        'own_parent',
      ),
      flaggedRow('in the place of another', template, { item_code: 'P3' }, 'place_of_another'),
      flaggedRow('a new code', template, { item_code: '110a', item_order: 90_003 }, 'repeated_in_other_case'),
      flaggedRow(
        'other letter case',
        template,
        { item_code: '110A', item_order: 90_004 },
        'repeated_in_other_case',
      ),
      refusedRow('no place', template, { item_order: -1 }, '/item_order', 'out_of_range'),
      refusedRow('an unknown statement', template, { statement: 'equity' }, '/statement', 'invalid_format'),
      refusedRow('an unknown company', template, { company_type: 'fund' }, '/company_type', 'invalid_format'),
    ],
  },
];
