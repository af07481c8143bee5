import { Injectable } from '@nestjs/common';
import { TickerCache } from '../../database/caches/ticker-cache.js';
import { Changes } from '../../database/changes.js';
import { recordList } from '../../database/lists/computed-list.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { type FieldError, InvalidInput } from '../../errors/domain-errors.js';
import { choiceKind, dateKind } from '../../kinds/kinds.js';
import { Publication } from '../../market/publication.js';
import { CATALOGUE, defaultsOf, findIndicator } from './catalogue/catalogue.js';
import { type ExpressionError, type IndicatorRequest, parseIndicators } from './expression.js';
import type { IndicatorRecord, TechnicalAnalysisQuery } from './technical-analysis.dto.js';
import { analysisList } from './technical-analysis.list.js';
import { PARAMETER_NAMES } from './technical-analysis.parameters.js';
import {
  columnsOf,
  type History,
  type HistoryRange,
  TechnicalAnalysisRepository,
} from './technical-analysis.repository.js';

/** Maximum bytes of all series in the cache. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** The catalogue as returned; it never changes while the service runs. */
const RECORDS: readonly IndicatorRecord[] = CATALOGUE.map((indicator) => ({
  code: indicator.code,
  name: indicator.name,
  group: indicator.group,
  overlay: indicator.overlay,
  inputs: [...indicator.inputs],
  parameters: indicator.parameters.map((parameter) => ({
    name: parameter.name,
    type: parameter.type,
    default: parameter.default,
    min: parameter.min,
    max: parameter.max,
    enum: parameter.enum === undefined ? null : [...parameter.enum],
  })),
  outputs: indicator.outputs.map(({ name, unit, min, max }) => ({ name, unit, min, max })),
  warm_up_bars: indicator.warm_up_bars(defaultsOf(indicator)),
  zero_division_value: indicator.zero_division_value,
  available: true,
  formula: indicator.formula,
}));
const codeKind = choiceKind(RECORDS.map(({ code }) => code));

/** Technical indicators of stored bars. */
@Injectable()
export class TechnicalAnalysisService {
  /** cached series, until a bar, an action or a statistic of their ticker changes */
  private readonly histories: TickerCache<History>;

  constructor(
    private readonly bars: TechnicalAnalysisRepository,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.histories = new TickerCache(changes, {
      tables: [
        'quote',
        'corporate_action',
        'security',
        'daily_statistic',
        'foreign_trade',
        'order_statistic',
      ],
      shared: ['trade_flow'],
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: ({ dates, series }) => dates.length * (Object.keys(series).length * 8 + 40),
    });
  }

  /** The catalogue in the order of the specification. */
  catalogue(query: PageRequest): List {
    return recordList(RECORDS, { query, key: 'code', after: decodeCursor(query.cursor, [codeKind]) });
  }

  /** All published bars of a ticker up to and including a day, adjusted as of it, with their dates, oldest first. */
  adjustedBars(ticker: string, asOf: string) {
    return this.history({
      ticker,
      to: asOf,
      adjusted: true,
      published: this.publication.standard,
      columns: columnsOf([]),
    });
  }

  /**
   * Indicators of one ticker, computed from its first bar to the last date and then cut to the window. Uses
   * only approved quotes if GET /quote publishes only those. InvalidInput names what is wrong in the request.
   */
  async analyse(query: TechnicalAnalysisQuery): Promise<List> {
    const requests = requestsOf(query);
    const [after] = decodeCursor(query.cursor, [dateKind]) ?? [];
    const history = await this.history({
      ticker: query.ticker,
      to: query.to_date,
      adjusted: query.adjusted ?? true,
      published: this.publication.standard,
      columns: columnsOf(requests.flatMap(({ code }) => findIndicator(code)?.inputs ?? [])),
    });
    return analysisList(query, requests, history, after as string | undefined);
  }

  private history(range: HistoryRange): Promise<History> {
    const { ticker, to = '', adjusted, published, columns } = range;
    const variant = `${to} ${adjusted} ${published} ${columns.join()}`;
    return this.histories.load(ticker, variant, () => this.bars.history(range));
  }
}

/** Reads the items with the parameters given by name. */
function requestsOf(query: TechnicalAnalysisQuery): readonly IndicatorRequest[] {
  const parameters: Record<string, string> = {};
  for (const name of PARAMETER_NAMES) {
    if (query[name] !== undefined) parameters[name] = String(query[name]);
  }
  const parsed = parseIndicators(query.indicator, parameters);
  if (!parsed.ok)
    throw new InvalidInput(parsed.errors.flatMap((error) => fieldErrorsOf(error, Object.keys(parameters))));
  return parsed.requests;
}

/**
 * The query parameters behind a parser's error: the one given by that name; all that were given by name if
 * they do not go with the item or with its defaults; `indicator` for everything else.
 */
function fieldErrorsOf(
  { code, detail, parameter }: ExpressionError,
  parameterNames: readonly string[],
): FieldError[] {
  const byName =
    parameter === undefined
      ? code === 'parameters_not_applicable'
      : parameterNames.length > 0 && !parameterNames.includes(parameter);
  const culprits = byName
    ? parameterNames
    : parameterNames.includes(parameter ?? '')
      ? [parameter]
      : ['indicator'];
  return culprits.map((culprit) => ({ parameter: culprit ?? 'indicator', code, detail }));
}
