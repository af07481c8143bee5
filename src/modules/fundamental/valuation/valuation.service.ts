import { Injectable } from '@nestjs/common';
import { recordList } from '../../../database/lists/computed-list.js';
import { decodeCursor } from '../../../database/lists/cursor.js';
import type { List, Notice, Window } from '../../../database/lists/list.js';
import { InvalidInput, notTogether } from '../../../errors/domain-errors.js';
import { shownFieldsOf } from '../../../http/fields/fields.js';
import { dateKind, tickerKind } from '../../../kinds/kinds.js';
import { HOME_INDEX } from '../../../market/home-index.js';
import { PresentDay } from '../../../market/present-day.js';
import { Publication } from '../../../market/publication.js';
import { dayAfter } from '../../../market/today.js';
import { noRecords, otherCurrency } from '../../dataset/lacking.js';
import { StatementRepository } from '../statements/statement.repository.js';
import { IndexHistory } from './index-history.js';
import { type ValuationQuery, ValuationRecord } from './valuation.dto.js';
import { valuationList } from './valuation.list.js';
import { ValuationRepository } from './valuation.repository.js';
import { ValuedDays } from './valued-days.js';

/** Longest window, days, for which every stock of the market is valued every day. */
const MARKET_WINDOW = 366;

/** Notice on valuations that were read before all statements were counted. */
const FIGURES_PENDING: Notice = {
  code: 'figures_pending',
  detail:
    'Some statements or quotes that were written lately are not counted in these valuations yet. Ask again in a moment, after a large import in some minutes.',
  value: null,
};

/** Notice that a symbol was requested as a security although it is that of an index. */
const requestedAsSecurity = (symbol: string): Notice => ({
  code: 'is_index',
  detail: `${symbol} is an index: request it as code=${symbol}, not as ticker`,
  value: symbol,
});

/** Column names of an answer without rows. */
const COLUMNS = shownFieldsOf(ValuationRecord);

/** Daily valuation of securities and indices. */
@Injectable()
export class ValuationService {
  constructor(
    private readonly valuations: ValuationRepository,
    private readonly statements: StatementRepository,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
    private readonly valuedDays: ValuedDays,
    private readonly history: IndexHistory,
  ) {}

  /**
   * Lists valuations in a window of dates, by default the year up to the last bar by the present day of the market.
   * Medians only in windows of at most 366 days; an index only in such windows.
   */
  async list(query: ValuationQuery): Promise<List> {
    const symbol = symbolOf(query);
    const published = this.publication.standard;
    const upTo = query.to_date ?? (await this.presentDay.find());
    const to = await this.valuations.lastDay({ symbol, upTo }, published);
    const isNoIndex = query.code !== undefined && (await this.valuations.isNoIndex(symbol));
    if (to === undefined || isNoIndex) return nothing(query, upTo);
    const from = query.from_date ?? dayAfter(to, 1 - MARKET_WINDOW);
    const isShort = dayAfter(from, MARKET_WINDOW) > to;
    if (query.ticker === undefined && !isShort) {
      throw new InvalidInput([
        {
          parameter: 'from_date',
          code: 'out_of_range',
          detail: `an index is valued over at most ${MARKET_WINDOW} days a request`,
        },
      ]);
    }
    const range = { ...query, symbol, from, to };
    const pending = (await this.valuedDays.catchUp()) ? [] : [FIGURES_PENDING];
    const scope = { published, remarks: [...pending, ...(await this.lackingOf(query, symbol))] };
    const daysOf = (part: Partial<Window>) => this.valuations.days(range, part, published);
    if (query.ticker === undefined) {
      return valuationList({
        bare: this.valuations.ofIndex(range, { medians: [], totals: [], ends: [] }, scope),
        beside: async (part) => {
          const { days } = await daysOf(part);
          const totals = await this.valuedDays.totals(symbol, days);
          const ends = await this.history.before(symbol, days);
          return { totals, ends, medians: await this.valuedDays.medians(days, []) };
        },
        complete: (beside) => this.valuations.ofIndex(range, beside, scope),
      });
    }
    const bare = this.valuations.ofSecurity(range, [], scope);
    if (!isShort) return bare;
    return valuationList({
      bare,
      beside: async (part) => {
        const { days, industries } = await daysOf(part);
        return this.valuedDays.medians(days, industries);
      },
      complete: (medians) => this.valuations.ofSecurity(range, medians, scope),
    });
  }

  /**
   * Remarks on why a symbol has no multiple on any day: an index without members or requested as a security, a
   * security without amounts in VND.
   */
  private async lackingOf({ ticker }: ValuationQuery, symbol: string): Promise<Notice[]> {
    if (ticker === undefined) {
      return (await this.valuations.hasMembers(symbol)) ? [] : [noRecords('index_constituent', [symbol])];
    }
    const currency = await this.statements.currency(ticker);
    if (currency === undefined) {
      return [
        (await this.valuations.isIndex(ticker))
          ? requestedAsSecurity(ticker)
          : noRecords('statement_item', [ticker]),
      ];
    }
    return currency === 'VND' ? [] : [otherCurrency('statement_item', [ticker], currency)];
  }
}

function symbolOf({ ticker, code }: ValuationQuery): string {
  if (ticker !== undefined && code !== undefined) throw notTogether('code', 'give ticker or code');
  return ticker ?? code ?? HOME_INDEX;
}

/** The list for a symbol without bars; it has the same columns and unit as any other. */
const nothing = (query: ValuationQuery, upTo: string): List =>
  recordList<ValuationRecord>([], {
    query,
    key: 'date',
    after: decodeCursor(query.cursor, [dateKind, tickerKind]),
    columns: COLUMNS,
    unit: 'VND',
    resolved: { code: query.ticker === undefined ? symbolOf(query) : undefined, to_date: upTo },
  });
