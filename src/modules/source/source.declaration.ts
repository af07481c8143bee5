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

/** Most securities that a declaration names itself. */
const MOST_TICKERS = 5_000;

/** Where a field of a record comes from. */
export class SourceField {
  @OptionalField(textOf({ max: 200 }), {
    description: 'Column or key, or a JSON pointer into the row.',
    example: 'closePrice',
  })
  from?: string;
  @OptionalField(templateKind(200), {
    description: 'Fixed value, with variables, instead of `from`.',
    example: '{ticker}',
  })
  value?: string;
  @OptionalField(factorKind, {
    description: 'Numbers are multiplied by it, exactly: 1000 for prices in thousand VND.',
    example: '1000',
  })
  scale?: string;
  @OptionalField(booleanKind, {
    description: 'A split as new/old shares, such as 2/1, is read as new free shares a held share: 1.',
    example: false,
  })
  split?: boolean;
  @OptionalField(
    patternKind(
      /^(unix|unix_ms|(?=.*YYYY)(?=.*MM)(?=.*DD)[YMD./ -]{6,12})$/,
      'unix, unix_ms or letters YYYY, MM, DD with separators are expected',
    ),
    {
      description:
        'How a date is written: YYYY, MM and DD with separators, or unix (seconds) or unix_ms, read in the zone of the market.',
      example: 'DD/MM/YYYY',
    },
  )
  date?: string;
}

/** Which requests a run makes: its units of work, each done once. */
export class SourceWork {
  @BodyField(choiceKind(['once', 'ticker', 'date']), {
    description:
      'once: the range in one; ticker: the range for each security; date: each open day of the range.',
    example: 'ticker',
  })
  each: 'once' | 'ticker' | 'date';
  @OptionalField(arrayOf(tickerKind, MOST_TICKERS, 1), {
    description: 'Securities (each: ticker); all active ones of the master by default.',
    example: ['VNM', 'FPT'],
  })
  tickers?: string[];
  @OptionalField(dateKind, {
    description:
      'First day of the first run; the day of the run by default. Later runs begin where the last complete one ended.',
    example: '2020-01-01',
  })
  since?: string;
  @OptionalField(integerKind({ min: 0, max: 3_650 }), {
    description:
      'Days before the end of the last complete run that are fetched again, for late corrections. 0 by default.',
    example: 3,
  })
  overlap_days?: number;
}

/** When runs begin by themselves. */
export class SourceSchedule {
  @OptionalField(
    textKind({ maxLength: 100 }, 'text', (text) =>
      isSchedule(text) ? text : new Invalid('invalid_format', 'a cron expression of five fields is expected'),
    ),
    { description: 'Cron expression of five fields, in the zone of the market.', example: '0 7 * * 1-5' },
  )
  cron?: string;
  @OptionalField(integerKind({ min: 0, max: 720 }), {
    description:
      'Minutes after the close (15:00 in the zone of the market) of each open day, instead of `cron`.',
    example: 30,
  })
  after_close?: number;
}

/** Bounds of what a source may cost. */
export class SourceLimits {
  @OptionalField(integerKind({ min: 1, max: 60_000 }), {
    description: 'Requests a minute; 60 by default.',
    example: 60,
  })
  per_minute?: number;
  @OptionalField(integerKind({ min: 1, max: 600 }), {
    description:
      'Seconds without a byte after which a request has failed; 30 by default. A whole answer may take ten times as long.',
    example: 30,
  })
  timeout?: number;
  @OptionalField(integerKind({ min: 1, max: 2_000 }), {
    description: 'Megabytes of one answer, decompressed; 64 by default.',
    example: 64,
  })
  megabytes?: number;
  @OptionalField(integerKind({ min: 1, max: 20 }), {
    description: 'Attempts of a unit before the run goes on without it; 5 by default.',
    example: 5,
  })
  attempts?: number;
}

/** A rule of the quality gate as a source sets it. */
export class SourceRule {
  @OptionalField(choiceKind(ACTIONS), {
    description:
      'off; warn: stored, with a remark in the unit of work; quarantine: held back until a checker decides; fail: nothing of the answer is stored.',
    example: 'quarantine',
  })
  action?: Action;
  @OptionalField(numberKind({ min: 0 }), {
    description: 'Threshold, in the sense of the rule.',
    example: 0.2,
  })
  threshold?: number;
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

/** A source as it is declared. */
export class SourceWrite {
  @BodyField(choiceKind(DATA_SET_NAMES), {
    description: 'Data set that its records belong to.',
    example: 'quote',
  })
  data_set: DataSetName;
  @OptionalField(textOf({ max: 500 }), {
    description: 'Note for people.',
    example: 'End of day of the vendor',
  })
  description?: string;
  @BodyField(nestedKind(SourceRequest), {
    description: 'The request of a page.',
    example: { url: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}' },
  })
  request: SourceRequest;
  @OptionalField(nestedKind(SourceAuth), {
    description: 'How requests are authenticated; not at all by default.',
  })
  auth?: SourceAuth;
  @OptionalField(nestedKind(SourcePaging), { description: 'How an answer continues; one page by default.' })
  paging?: SourcePaging;
  @BodyField(nestedKind(SourceRows), {
    description: 'Where the rows stand in an answer.',
    example: { format: 'json', at: '/data' },
  })
  rows: SourceRows;
  @OptionalField(nestedMapKind(SourceField, columnPattern), {
    description:
      'Where each field of a record comes from. Without it columns are recognised by their names, as by the import.',
    example: { date: { from: 'tradingDate', date: 'DD/MM/YYYY' }, close: { from: 'close', scale: '1000' } },
  })
  fields?: Record<string, SourceField>;
  @BodyField(nestedKind(SourceWork), {
    description: 'Which requests a run makes.',
    example: { each: 'ticker' },
  })
  work: SourceWork;
  @OptionalField(nestedKind(SourceSchedule), {
    description: 'When runs begin by themselves; never by default.',
  })
  schedule?: SourceSchedule;
  @OptionalField(integerKind({ min: 1, max: 250 }), {
    description:
      'Open days without a newer record after which `source.stale` is sent. 3 by default where it has a schedule and a data set by day (quote, daily_statistic, foreign_trade, trade_flow, order_statistic); else never.',
    example: 2,
  })
  stale_days?: number;
  @OptionalField(integerKind({ min: 1, max: 1000 }), {
    description:
      'Which of two sources is preferred for one key: the lower number; 100 by default. See the rules second_source and preferred_source.',
    example: 10,
  })
  priority?: number;
  @OptionalField(nestedKind(SourceLimits), { description: 'Bounds of what a source may cost.' })
  limits?: SourceLimits;
  @OptionalField(nestedMapKind(SourceRule, rulePattern), {
    description: `Rules of the quality gate that are other than usual. Rules of daily quotes, with what they usually do and their usual thresholds: ${RULES_TEXT}. Every other data set has its flags (GET /svc/datasets/{name}) as rules, beside conflict, missing (off: a field that is declared is empty) and second_source.`,
    example: { jump: { action: 'warn', threshold: 0.3 } },
  })
  quality?: Record<string, SourceRule>;
  @OptionalField(choiceKind(['error', 'update', 'ignore']), {
    description: 'What becomes of a record whose key exists with other values; update by default.',
    example: 'update',
  })
  on_duplicate?: 'error' | 'update' | 'ignore';
  @OptionalField(emailKind, {
    description: 'Principal that its records are written as, for the audit log; `source:<name>` by default.',
    example: 'feed@example.com',
  })
  principal?: string;
  @OptionalField(booleanKind, {
    description: 'false: its schedule begins no run. Default true.',
    example: true,
  })
  active?: boolean;
}
