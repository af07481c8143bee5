import { Injectable } from '@nestjs/common';
import { TickerCache } from '../../database/caches/ticker-cache.js';
import { Changes } from '../../database/changes.js';
import { SearchTexts } from '../../market/search-text.js';
import { type FoundSymbol, type NamedSymbol, UdfRepository, UNLISTED_EXCHANGE } from './udf.repository.js';
import type { SymbolType } from './udf-kinds.js';

/** Symbols to search for. */
interface Search {
  /** beginning or part of a ticker or name */
  text: string;
  /** empty for all */
  exchange: string;
  /** empty for all */
  type: SymbolType | '';
  limit: number;
}

/** A text to search for: in capitals, as tickers are, and in the form of folded names. */
interface SearchTerm {
  ticker: string;
  name: string;
}

/** Most bytes of the cached symbols, and about what one of them takes. */
const MAXIMUM_BYTES = 32 * 1024 * 1024;
const BYTES_OF_SYMBOL = 600;

/** Search of symbols by typed text. */
@Injectable()
export class SymbolSearch {
  private readonly master: TickerCache<NamedSymbol[]>;

  constructor(
    private readonly symbols: UdfRepository,
    private readonly texts: SearchTexts,
    changes: Changes,
  ) {
    this.master = new TickerCache(changes, {
      tables: [],
      shared: ['security', 'market_index'],
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: (symbols) => symbols.length * BYTES_OF_SYMBOL,
    });
  }

  /** Finds symbols by typed text, best first, then by ticker; those that only have quotes, by the beginning of it. */
  async search({ text, exchange, type, limit }: Search): Promise<FoundSymbol[]> {
    const [{ folded, unlisted }, master] = await Promise.all([
      this.texts.read(text),
      this.master.load('', '', () => this.symbols.allSymbols()),
    ]);
    const term = { ticker: text.toUpperCase(), name: folded };
    const all =
      unlisted.length === 0 ? master : [...master, ...unlisted.map(unlistedSymbol)].toSorted(byTicker);
    const foundByRank: FoundSymbol[][] = [[], [], [], [], []];
    for (const symbol of all) {
      if (exchange !== '' && symbol.exchange !== exchange) continue;
      if (type !== '' && symbol.type !== type) continue;
      const rank = rankOf(symbol, term);
      if (rank !== undefined) foundByRank[rank]?.push(symbol);
    }
    return foundByRank.flat().slice(0, limit);
  }
}

/** A symbol that is only in quotes: it counts as a stock. */
const unlistedSymbol = (ticker: string): NamedSymbol => ({
  ticker,
  description: ticker,
  type: 'stock',
  exchange: UNLISTED_EXCHANGE,
  names: [],
});

const byTicker = (a: FoundSymbol, b: FoundSymbol): number => (a.ticker < b.ticker ? -1 : 1);

/** Rank of a match, 0 the best: by ticker, by the beginning of it, of a name, of a word, by a part; else undefined. */
function rankOf({ ticker, names }: NamedSymbol, term: SearchTerm): number | undefined {
  if (ticker === term.ticker) return 0;
  if (ticker.startsWith(term.ticker)) return 1;
  if (term.name === '') return undefined;
  if (names.some((name) => name.startsWith(term.name))) return 2;
  if (names.some((name) => name.includes(` ${term.name}`))) return 3;
  return names.some((name) => name.includes(term.name)) ? 4 : undefined;
}
