import { flaggedRow, type Poison, refusedRow, sameRecord, times } from './wrong-row.js';

const BAR = ['open', 'high', 'low', 'close'];
const quote = (date: string) => ({ ticker: 'ZDA', date });
const day = (date: string) => ({ country: 'VN', date });
const master = (ticker: string) => ({ ticker });
const cycle = { country: 'VN', valid_from: '2016-01-01' };
const band = { exchange: 'HOSE', security_type: 'stock', valid_from: '2013-01-15' };
const tick = { exchange: 'HOSE', security_type: 'stock', valid_from: '2016-09-12', price_from: 10000 };
const lot = { exchange: 'HOSE', security_type: 'stock', valid_from: '2021-01-04' };
/** Rules for a future day change nothing yet. */
const SOON = '2027-01-04';
const member = { code: 'HNX30', ticker: 'ZGA', from_date: '2024-02-01' };
const index = { code: 'HNX30' };

/** Wrong rows of quotes, calendars, the master, its rules and indices. */
export const MARKET_ROWS: readonly Poison[] = [
  {
    dataSet: 'quote',
    rows: [
      refusedRow('far future', quote('2024-05-15'), { date: '2099-11-20' }, '/date', 'date_in_future'),
      flaggedRow('far past', quote('2024-05-15'), { date: '1900-01-02' }, 'before_market'),
      flaggedRow('a Saturday', quote('2024-05-17'), { date: '2024-05-18' }, 'non_trading_day'),
      flaggedRow(
        'zero',
        quote('2024-05-15'),
        { open: 0, high: 0, low: 0, close: 0, volume: 0 },
        'price_jump',
      ),
      flaggedRow('times 1,000', quote('2024-05-21'), times(1000, ...BAR), 'price_jump', 'outside_limits'),
      flaggedRow('thousands of VND', quote('2024-05-23'), times(0.001, ...BAR), 'price_jump', 'off_tick'),
      flaggedRow('a volume times 1,000', quote('2024-05-27'), times(1000, 'volume'), 'volume_above_shares'),
      flaggedRow(
        'a change without volume',
        quote('2024-05-29'),
        ({ low }) => ({ open: low, high: low, close: low, volume: 0 }),
        'change_without_volume',
      ),
      flaggedRow('before its listing', quote('2024-05-15'), { date: '2015-12-30' }, 'outside_listing'),
      refusedRow('other letter case', quote('2024-05-15'), { ticker: 'zda' }, '/ticker', 'invalid_format'),
      refusedRow('low above high', quote('2024-05-15'), { low: 9e6 }, '/low', 'inconsistent_bar'),
      refusedRow(
        'a volume with a fraction',
        quote('2024-05-15'),
        { volume: 10.5 },
        '/volume',
        'out_of_range',
      ),
    ],
  },
  {
    dataSet: 'settlement',
    names: ['2099-11-20'],
    rows: [
      flaggedRow('far future', day('2024-05-15'), { date: '2099-11-20' }, 'far_ahead', 'alone'),
      flaggedRow('far past', day('2024-05-15'), { date: '1900-01-02' }, 'before_market'),
      flaggedRow('open on a Saturday', day('2024-05-15'), { date: '2022-05-14' }, 'open_at_a_weekend'),
      flaggedRow('closed on a day of trades', day('2024-05-21'), { status: 'closed' }, 'closed_with_trades'),
      flaggedRow('another zone', day('2024-05-23'), { timezone: 'Asia/Bangkok' }, 'zone_differs'),
      refusedRow('no zone', day('2024-05-15'), { timezone: 'Hanoi' }, '/timezone', 'invalid_format'),
      refusedRow('no status', day('2024-05-15'), { status: 'half' }, '/status', 'invalid_format'),
      refusedRow('no country', day('2024-05-15'), { country: 'XX' }, '/country', 'invalid_format'),
      refusedRow('no day', day('2024-05-15'), { date: '2024-02-30' }, '/date', 'invalid_format'),
      refusedRow('no name', day('2024-05-15'), { name: '' }, '/name', 'out_of_range'),
      sameRecord('other letter case', day('2024-05-15'), { country: 'vn' }),
    ],
  },
  {
    dataSet: 'security',
    sums: /^\/(market\/(heatmap|movement)|udf\/symbol_info)/,
    names: ['NOSE'],
    rows: [
      flaggedRow(
        'far future',
        master('ZDA'),
        { listing_date: '2099-01-05' },
        'far_ahead',
        'quotes_outside_listing',
      ),
      flaggedRow('far past', master('ZHO'), { listing_date: '1900-01-02' }, 'before_market'),
      flaggedRow(
        'delisted before it was listed',
        master('ZBE'),
        { delisting_date: '2014-01-02' },
        'dates_out_of_order',
      ),
      flaggedRow(
        'delisted while it trades',
        master('ZIT'),
        { delisting_date: '2024-05-15' },
        'quotes_outside_listing',
      ),
      flaggedRow('zero', master('ZAP'), { listed_shares: 0, outstanding_shares: 0 }, 'no_shares'),
      flaggedRow(
        'times 1,000',
        master('ZAI'),
        times(1000, 'listed_shares', 'outstanding_shares'),
        'shares_differ',
      ),
      flaggedRow(
        'millions of shares',
        master('ZRE'),
        { listed_shares: 1603, outstanding_shares: 1600 },
        'few_shares',
      ),
      flaggedRow(
        'outstanding above listed',
        master('ZSA'),
        { listed_shares: 200_000 },
        'outstanding_above_listed',
      ),
      flaggedRow("another's ISIN", master('ZIN'), { isin: 'VN000000ZDA5' }, 'isin_of_another'),
      flaggedRow('an unknown exchange', master('ZBC'), { exchange: 'NOSE' }, 'unknown_exchange'),
      flaggedRow('an unknown industry', master('ZPO'), { industry_code: '99999999' }, 'unknown_industry'),
      flaggedRow('an index that is none', master('ZGA'), { security_type: 'index' }, 'index_without_levels'),
      refusedRow('other letter case', master('ZDA'), { ticker: 'zda' }, '/ticker', 'invalid_format'),
      refusedRow(
        'an unknown kind',
        master('ZDA'),
        { security_type: 'bond' },
        '/security_type',
        'invalid_format',
      ),
    ],
  },
  {
    dataSet: 'settlement_cycle',
    rows: [
      flaggedRow('far future', cycle, { valid_from: '2099-01-05' }, 'far_ahead'),
      flaggedRow('a change that is none', cycle, { valid_from: '2027-12-01' }, 'no_change'),
      flaggedRow('far past', cycle, { valid_from: '1900-01-02' }, 'before_calendars'),
      flaggedRow('too long', cycle, { valid_from: '2028-01-03', sessions: 9 }, 'long_cycle'),
      flaggedRow('a country without a calendar', cycle, { country: 'JP' }, 'no_calendar'),
      refusedRow('zero', cycle, { sessions: 0 }, '/sessions', 'out_of_range'),
      refusedRow('times 1,000', cycle, { sessions: 2000 }, '/sessions', 'out_of_range'),
      refusedRow('a fraction', cycle, { sessions: 1.5 }, '/sessions', 'out_of_range'),
      refusedRow('no country', cycle, { country: 'XX' }, '/country', 'invalid_format'),
      refusedRow('no day', cycle, { valid_from: '2016-02-30' }, '/valid_from', 'invalid_format'),
      sameRecord('other letter case', cycle, { country: 'vn' }),
    ],
  },
  {
    dataSet: 'market_band',
    names: ['NOSE'],
    rows: [
      flaggedRow('far future', band, { valid_from: '2099-01-05' }, 'far_ahead'),
      flaggedRow('far past', band, { valid_from: '1900-01-02' }, 'before_market'),
      flaggedRow('seven tenths', band, { valid_from: SOON, band: 0.7 }, 'wide_band', 'bands_out_of_order'),
      flaggedRow('a percentage of a ratio', band, { valid_from: '2027-01-05', band: 0.0007 }, 'narrow_band'),
      flaggedRow(
        'a first day that is narrower',
        band,
        { valid_from: '2027-01-06', first_day_band: 0.02 },
        'bands_out_of_order',
      ),
      flaggedRow('an unknown exchange', band, { exchange: 'NOSE' }, 'unknown_exchange'),
      refusedRow('a percentage', band, { band: 7 }, '/band', 'out_of_range'),
      refusedRow('zero', band, { band: 0 }, '/band', 'out_of_range'),
      refusedRow('an unknown kind', band, { security_type: 'bond' }, '/security_type', 'invalid_format'),
      sameRecord('other letter case', band, { exchange: 'hose' }),
    ],
  },
  {
    dataSet: 'market_tick',
    names: ['NOSE'],
    rows: [
      flaggedRow('far future', tick, { valid_from: '2099-01-05' }, 'far_ahead'),
      flaggedRow('far past', tick, { valid_from: '1900-01-02' }, 'before_market'),
      flaggedRow('times 1,000', tick, { valid_from: SOON, tick: 50_000 }, 'coarse_tick'),
      flaggedRow('thousands of VND', tick, { valid_from: '2027-01-05', tick: 0.05 }, 'fine_tick'),
      flaggedRow('a line without its table', tick, { valid_from: '2027-01-06' }, 'no_first_line'),
      flaggedRow('an unknown exchange', tick, { exchange: 'NOSE', price_from: 0 }, 'unknown_exchange'),
      refusedRow('zero', tick, { tick: 0 }, '/tick', 'out_of_range'),
      refusedRow('below zero', tick, { price_from: -1 }, '/price_from', 'out_of_range'),
      refusedRow('an unknown kind', tick, { security_type: 'bond' }, '/security_type', 'invalid_format'),
      sameRecord('other letter case', tick, { exchange: 'hose' }),
    ],
  },
  {
    dataSet: 'market_lot',
    names: ['NOSE'],
    rows: [
      flaggedRow('far future', lot, { valid_from: '2099-01-05' }, 'far_ahead'),
      flaggedRow('far past', lot, { valid_from: '1900-01-02' }, 'before_market'),
      flaggedRow('times 1,000', lot, { valid_from: SOON, lot: 100_000 }, 'large_lot'),
      flaggedRow('an unknown exchange', lot, { exchange: 'NOSE' }, 'unknown_exchange'),
      refusedRow('zero', lot, { lot: 0 }, '/lot', 'out_of_range'),
      refusedRow('a fraction', lot, { lot: 0.1 }, '/lot', 'out_of_range'),
      refusedRow('no lot', lot, { lot: null }, '/lot', 'required'),
      refusedRow('an unknown kind', lot, { security_type: 'bond' }, '/security_type', 'invalid_format'),
      refusedRow('no exchange', lot, { exchange: '' }, '/exchange', 'out_of_range'),
      sameRecord('other letter case', lot, { exchange: 'hose' }),
    ],
  },
  {
    dataSet: 'market_index',
    sums: /^\/(market\/(heatmap|movement)|udf\/symbol_info)/,
    names: ['ZIX1', 'ZIX2', 'ZIX3', 'ZIX4', 'ZIX5', 'ZIX6', 'HNX30'],
    rows: [
      flaggedRow('far future', index, { code: 'ZIX1', base_date: '2099-01-05' }, 'base_ahead'),
      flaggedRow('far past', index, { code: 'ZIX2', base_date: '1900-01-02' }, 'before_market'),
      flaggedRow('without a level', index, { code: 'ZIX3' }, 'no_levels'),
      flaggedRow(
        "another's name in other letter case",
        index,
        { code: 'ZIX4', name: 'CHỈ SỐ HNX30 (DEMO)' },
        'name_of_another',
      ),
      flaggedRow(
        'all shares of no exchange',
        index,
        { code: 'ZIX5', exchange: 'NOSE', all_share: true },
        'all_share_of_none',
      ),
      flaggedRow('the ticker of a security', index, { code: 'ZPO' }, 'code_of_a_security'),
      flaggedRow('times 10,000', index, { base_value: 10_000_000 }, 'base_differs'),
      refusedRow('below zero', index, { base_value: -1 }, '/base_value', 'out_of_range'),
      refusedRow('other letter case', index, { code: 'hnx30' }, '/code', 'invalid_format'),
      refusedRow('an unknown weighting', index, { weighting: 'equal' }, '/weighting', 'invalid_format'),
    ],
  },
  {
    dataSet: 'index_constituent',
    names: ['HNX30', 'ZIX9'],
    rows: [
      flaggedRow('far future', member, { from_date: '2099-01-05', to_date: null }, 'far_ahead'),
      flaggedRow('far past', member, { from_date: '1900-01-02', to_date: '1900-06-29' }, 'before_market'),
      flaggedRow(
        'no end after a delisting',
        { ...member, ticker: 'ZSB' },
        { ticker: 'ZDA', from_date: '2015-05-15', to_date: null },
        'outlasts_listing',
      ),
      flaggedRow('zero', member, { ticker: 'ZHO', from_date: '2024-05-15', shares: 0 }, 'no_weight'),
      flaggedRow(
        'times 1,000',
        member,
        { ticker: 'ZBE', from_date: '2024-05-15', shares: 470_000_000_000 },
        'shares_differ',
      ),
      flaggedRow(
        'an unknown security',
        member,
        { ticker: 'ZZZ9', from_date: '2024-05-15' },
        'unknown_ticker',
      ),
      flaggedRow('an unknown index', member, { code: 'ZIX9', ticker: 'ZIT' }, 'unknown_index'),
      refusedRow('ends before it begins', member, { to_date: '2023-01-02' }, '/to_date', 'out_of_range'),
      refusedRow('a percentage', member, { free_float_ratio: 40 }, '/free_float_ratio', 'out_of_range'),
      refusedRow('other letter case', member, { ticker: 'zga' }, '/ticker', 'invalid_format'),
    ],
  },
];
