import { Injectable } from '@nestjs/common';
import { InvalidInput, RecordNotFound } from '../../errors/domain-errors.js';
import { MARKET_ZONE } from '../../kinds/market-clock.js';
import { Publication } from '../../market/publication.js';
import { SymbolSearch } from './symbol-search.js';
import type { UdfConfig, UdfFound, UdfSymbol, UdfSymbolTable } from './udf.dto.js';
import { type SymbolRow, UdfRepository } from './udf.repository.js';
import { RESOLUTIONS, SYMBOL_TYPES, type SymbolType } from './udf-kinds.js';
import type { UdfGroupQuery, UdfHistoryQuery, UdfSearchQuery, UdfSymbolQuery } from './udf-queries.dto.js';

/** Symbols that a search finds if no limit is given: as many as TradingView's own client requests. */
const DEFAULT_RESULTS = 30;
const SECONDS_OF_DAY = 86_400;
const SESSION = { timezone: MARKET_ZONE, session: '0900-1500' } as const;
/** Units in 1 of a price: the dong has none smaller, indices are published with two decimals, futures with one. */
const PRICE_SCALE: Readonly<Record<SymbolType, number>> = { stock: 1, fund: 1, index: 100, futures: 10 };
const TYPE_NAMES: Readonly<Record<SymbolType, string>> = {
  stock: 'Stocks',
  index: 'Indices',
  fund: 'Funds',
  futures: 'Futures',
};

/** TradingView's UDF protocol over the published quotes. */
@Injectable()
export class UdfService {
  constructor(
    private readonly symbols: UdfRepository,
    private readonly symbolSearch: SymbolSearch,
    private readonly publication: Publication,
  ) {}

  /** Returns what the feed offers; the exchanges are those that symbols are listed on. */
  async config(): Promise<UdfConfig> {
    const exchanges = await this.symbols.exchanges();
    return {
      supported_resolutions: [...RESOLUTIONS],
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
      exchanges: [
        { value: '', name: 'All exchanges', desc: '' },
        ...exchanges.map((name) => ({ value: name, name, desc: name })),
      ],
      symbols_types: [
        { value: '', name: 'All types' },
        ...SYMBOL_TYPES.map((value) => ({ value, name: TYPE_NAMES[value] })),
      ],
    };
  }

  /** Returns one symbol; RecordNotFound if there is none of this name on this exchange. */
  async resolve(query: UdfSymbolQuery): Promise<UdfSymbol> {
    return symbolOf(await this.find(query));
  }

  /** Returns the symbols of an exchange as a table; RecordNotFound for an exchange without symbols. */
  async table({ group = '' }: UdfGroupQuery): Promise<UdfSymbolTable> {
    const rows = await this.symbols.group({ exchange: group, published: this.publication.standard });
    if (rows.length === 0 && group !== '') throw new RecordNotFound('group', group);
    return tableOf(rows);
  }

  /** Finds symbols by typed text; a leading `EXCHANGE:` counts as the exchange. */
  async search(query: UdfSearchQuery): Promise<UdfFound[]> {
    const [, prefix, name] = /^([^\s:]{1,20}):(.*)$/s.exec(query.query ?? '') ?? [];
    const symbols = await this.symbolSearch.search({
      text: (name ?? query.query ?? '').trim(),
      exchange: query.exchange || (prefix ?? '').toUpperCase(),
      type: query.type ?? '',
      limit: query.limit ?? DEFAULT_RESULTS,
    });
    return symbols.map(({ ticker, description, exchange, type }) => ({
      symbol: ticker,
      full_name: `${exchange}:${ticker}`,
      description,
      exchange,
      ticker,
      type,
    }));
  }

  /** JSON text of the bars of a range, or of the last ones before its end; if none, the time of the last one before. */
  async history(query: UdfHistoryQuery): Promise<string> {
    const { resolution, from, to, countback } = query;
    if (countback === undefined && from !== undefined && from > to) {
      throw new InvalidInput([{ parameter: 'from', code: 'out_of_range', detail: 'from is after to' }]);
    }
    const { ticker } = await this.find(query);
    const bars = await this.symbols.bars({
      ticker,
      resolution,
      from: countback === undefined && from !== undefined ? dayFrom(from) : null,
      to: dayFrom(to),
      countback: countback ?? null,
      published: this.publication.standard,
    });
    if (bars.json !== null) return bars.json;
    return JSON.stringify({
      s: 'no_data',
      ...(bars.before === null ? {} : { nextTime: bars.before * SECONDS_OF_DAY }),
    });
  }

  /** The server's time, seconds since 1970. */
  time(): number {
    return Math.floor(Date.now() / 1000);
  }

  private async find({ symbol }: UdfSymbolQuery): Promise<SymbolRow> {
    const row = await this.symbols.find({ ticker: symbol.ticker, published: this.publication.standard });
    const isElsewhere = symbol.exchange !== null && row?.exchange.toUpperCase() !== symbol.exchange;
    if (row === undefined || isElsewhere) {
      throw new RecordNotFound('symbol', [symbol.exchange, symbol.ticker].filter(Boolean).join(':'));
    }
    return row;
  }
}

/** First day, counted from 1970-01-01, whose midnight (UTC) is not before an instant. */
function dayFrom(seconds: number): number {
  return Math.ceil(seconds / SECONDS_OF_DAY);
}

function symbolOf(row: SymbolRow): UdfSymbol {
  const { ticker, description, exchange, type } = row;
  const inDong = PRICE_SCALE[type] === 1;
  return {
    name: ticker,
    ticker,
    full_name: `${exchange}:${ticker}`,
    description,
    type,
    exchange,
    listed_exchange: exchange,
    ...SESSION,
    format: 'price',
    minmov: minimumMove(row),
    pricescale: PRICE_SCALE[type],
    ...(inDong && row.ticks !== null ? { variable_tick_size: row.ticks } : {}),
    ...(inDong ? { currency_code: 'VND' } : {}),
    has_intraday: false,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: [...RESOLUTIONS],
    volume_precision: 0,
    data_status: 'endofday',
  };
}

/** The smallest tick of the exchange, in whole VND; 1 if none is known, and for points. */
function minimumMove({ type, tick }: SymbolRow): number {
  return PRICE_SCALE[type] === 1 ? Math.max(1, Math.round(tick ?? 1)) : 1;
}

function tableOf(rows: readonly SymbolRow[]): UdfSymbolTable {
  const tickers = rows.map((row) => row.ticker);
  const exchanges = rows.map((row) => row.exchange);
  return {
    symbol: tickers,
    ticker: tickers,
    description: rows.map((row) => row.description),
    type: rows.map((row) => row.type),
    'exchange-listed': exchanges,
    'exchange-traded': exchanges,
    minmovement: rows.map(minimumMove),
    pricescale: rows.map((row) => PRICE_SCALE[row.type]),
    timezone: SESSION.timezone,
    'session-regular': SESSION.session,
    'has-intraday': false,
    'has-daily': true,
    'has-weekly-and-monthly': true,
    'supported-resolutions': RESOLUTIONS,
  };
}
