import { BodyField, OptionalField } from '../../http/fields/fields.js';
import { nestedKind, nestedMapKind } from '../../http/fields/nested.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import {
  booleanKind,
  choiceKind,
  dateKind,
  emailKind,
  Invalid,
  integerKind,
  numberKind,
  patternKind,
  textKind,
  textOf,
  tickerKind,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { ACTIONS, type Action, QUOTE_RULES } from '../quality/quality-rules.js';
import { factorKind, templateKind } from './declaration-kinds.js';
import { isSchedule } from './schedule.js';
import { SourceAuth, SourcePaging, SourceRequest, SourceRows } from './source-request.js';

/** Most securities listed in a declaration. */
const MOST_TICKERS = 5_000;

/** Where a field of a record comes from. */
export class SourceField {
  @OptionalField(textOf({ max: 200 }), 'Column or key, or a JSON pointer into the row.', 'closePrice')
  from?: string;
  @OptionalField(templateKind(200), 'Fixed value, possibly with variables, instead of `from`.', '{ticker}')
  value?: string;
  @OptionalField(
    factorKind,
    'Exact factor by which numbers are multiplied: 1000 for prices in thousands of VND.',
    '1000',
  )
  scale?: string;
  @OptionalField(
    booleanKind,
    'A split given as new/old shares, such as 2/1, is read as free new shares per share held: 1.',
    false,
  )
  split?: boolean;
  @OptionalField(
    patternKind(
      /^(unix|unix_ms|(?=.*YYYY)(?=.*MM)(?=.*DD)[YMD./ -]{6,12})$/,
      'unix, unix_ms or letters YYYY, MM, DD with separators are expected',
    ),
    'Date format: YYYY, MM and DD with separators, or unix (seconds) or unix_ms, read in the time zone of the market.',
    'DD/MM/YYYY',
  )
  date?: string;
}

/** The requests a run makes: its units of work, each done once. */
export class SourceWork {
  @BodyField(
    choiceKind(['once', 'ticker', 'date']),
    'once: the whole range; ticker: the range for each security; date: each open day of the range.',
    'ticker',
  )
  each: 'once' | 'ticker' | 'date';
  @OptionalField(
    arrayOf(tickerKind, MOST_TICKERS, 1),
    'Securities (each: ticker); by default those of the security master that were not delisted before the first day of the run.',
    ['VNM', 'FPT'],
  )
  tickers?: string[];
  @OptionalField(
    dateKind,
    'First day to fetch; by default that of the first run. Every run starts after the days fetched without a gap since then, for each security separately; before this day the schedule starts none.',
    '2020-01-01',
  )
  since?: string;
  @OptionalField(
    integerKind({ min: 0, max: 3_650 }),
    'Days to fetch again before the first day that is due, for late corrections; 0 by default.',
    3,
  )
  overlap_days?: number;
}

/** When runs begin automatically. */
export class SourceSchedule {
  @OptionalField(
    textKind({ maxLength: 100 }, 'text', (text) =>
      isSchedule(text) ? text : new Invalid('invalid_format', 'a cron expression of five fields is expected'),
    ),
    'Five-field cron expression, in the time zone of the market.',
    '0 7 * * 1-5',
  )
  cron?: string;
  @OptionalField(
    integerKind({ min: 0, max: 720 }),
    'Minutes after the close (15:00 in the time zone of the market) of each open day, instead of `cron`.',
    30,
  )
  after_close?: number;
}

/** Limits on what a source may cost. */
export class SourceLimits {
  @OptionalField(integerKind({ min: 1, max: 60_000 }), 'Requests per minute; 60 by default.', 60)
  per_minute?: number;
  @OptionalField(
    integerKind({ min: 1, max: 600 }),
    'Seconds without a byte after which a request fails; 30 by default. A whole response may take ten times as long.',
    30,
  )
  timeout?: number;
  @OptionalField(
    integerKind({ min: 1, max: 2_000 }),
    'Maximum size of one response, decompressed, in megabytes; 64 by default.',
    64,
  )
  megabytes?: number;
  @OptionalField(
    integerKind({ min: 1, max: 20 }),
    'Attempts at a unit before the run continues without it; 5 by default.',
    5,
  )
  attempts?: number;
}

/** A rule of the quality gate as set by a source. */
export class SourceRule {
  @OptionalField(
    choiceKind(ACTIONS),
    'off; warn: stored, with a remark in the unit of work; quarantine: held back until a checker decides; fail: nothing from the response is stored.',
    'quarantine',
  )
  action?: Action;
  @OptionalField(numberKind({ min: 0 }), 'Threshold, as defined by the rule.', 0.2) threshold?: number;
}

const RULES_TEXT = Object.entries(QUOTE_RULES)
  .map(
    ([name, { action, threshold, description }]) =>
      `${name} (${action}${threshold === null ? '' : `, ${threshold}`}): ${description}`,
  )
  .join('; ');

const rulePattern = {
  pattern: /^[a-z][a-z_]{1,62}$/,
  max: 40,
  detail: 'rules by name are expected',
};

const columnPattern = {
  pattern: /^[a-z][a-z0-9_]{0,62}$/,
  max: 200,
  detail: 'up to 200 fields of the data set by name are expected',
};

/** A source as declared. */
export class SourceWrite {
  @BodyField(choiceKind(DATA_SET_NAMES), 'Data set that its records belong to.', 'quote')
  data_set: DataSetName;
  @OptionalField(textOf({ max: 500 }), 'Human-readable note.', 'End of day of the vendor')
  description?: string;
  @BodyField(nestedKind(SourceRequest), 'The request for a page.', {
    url: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}&page={page}',
  })
  request: SourceRequest;
  @OptionalField(nestedKind(SourceAuth), 'Authentication of requests; none by default.', {
    type: 'header',
    name: 'X-Api-Key',
    secret: 'VENDOR_KEY',
  })
  auth?: SourceAuth;
  @OptionalField(nestedKind(SourcePaging), 'Paging of responses; a single page by default.', {
    type: 'page',
    size: 1000,
  })
  paging?: SourcePaging;
  @BodyField(nestedKind(SourceRows), 'Where the rows are in a response.', { format: 'json', at: '/data' })
  rows: SourceRows;
  @OptionalField(
    nestedMapKind(SourceField, columnPattern),
    'Where each field of a record comes from. If omitted, columns are recognised by their names, as in an import.',
    { date: { from: 'tradingDate', date: 'DD/MM/YYYY' }, close: { from: 'close', scale: '1000' } },
  )
  fields?: Record<string, SourceField>;
  @BodyField(nestedKind(SourceWork), 'Requests that a run makes.', { each: 'ticker' }) work: SourceWork;
  @OptionalField(nestedKind(SourceSchedule), 'When runs start automatically; never by default.', {
    after_close: 30,
  })
  schedule?: SourceSchedule;
  @OptionalField(
    integerKind({ min: 1, max: 250 }),
    'Open days without a newer record after which `source.stale` is sent. 3 by default if the source has a schedule and a daily data set (quote, daily_statistic, foreign_trade, trade_flow, order_statistic); otherwise never.',
    2,
  )
  stale_days?: number;
  @OptionalField(
    integerKind({ min: 1, max: 1000 }),
    'Priority among sources for the same key: of two, the lower number is preferred; 100 by default. See the rules second_source and preferred_source.',
    10,
  )
  priority?: number;
  @OptionalField(nestedKind(SourceLimits), 'Limits on what a source may cost.') limits?: SourceLimits;
  @OptionalField(
    nestedMapKind(SourceRule, rulePattern),
    `Rules of the quality gate that differ from their defaults. Rules for daily quotes, with their default actions and thresholds: ${RULES_TEXT}. Every other data set has its flags (GET /svc/datasets/{name}) as rules, in addition to conflict, missing (off: a declared field is empty) and second_source.`,
    { jump: { action: 'warn', threshold: 0.3 } },
  )
  quality?: Record<string, SourceRule>;
  @OptionalField(
    choiceKind(['error', 'update', 'ignore']),
    'What to do with a record whose key exists with other values; update by default.',
    'update',
  )
  on_duplicate?: 'error' | 'update' | 'ignore';
  @OptionalField(
    emailKind,
    'Principal under which its records are written, for the audit log; `source:<name>` by default.',
    'feed@example.com',
  )
  principal?: string;
  @OptionalField(booleanKind, 'If false, its schedule starts no runs; true by default.', true)
  active?: boolean;
}
