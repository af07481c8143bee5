import { Injectable } from '@nestjs/common';
import { Publication } from '../../market/publication.js';
import { type FoundSymbol, type NamedSymbol, type SearchState, UdfRepository } from './udf.repository.js';
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

/** Search of symbols by typed text. */
@Injectable()
export class SymbolSearch {
  /** the master as last read, some thousands of symbols; reread when its version has changed */
  private master: { version: string; symbols: NamedSymbol[] } | undefined;

  constructor(
    private readonly symbols: UdfRepository,
    private readonly publication: Publication,
  ) {}

  /** Finds symbols by typed text, best first, then by ticker; those that only have quotes, by the beginning of it. */
  async search({ text, exchange, type, limit }: Search): Promise<FoundSymbol[]> {
    const [state, unlisted] = await Promise.all([
      this.symbols.searchState(text),
      this.symbols.unlisted(text, this.publication.standard),
    ]);
    const all = [
      ...(await this.allSymbols(state.version)),
      ...unlisted.map((each) => ({ names: [], ...each })),
    ];
    return all
      .filter((each) => ['', each.exchange].includes(exchange) && ['', each.type].includes(type))
      .map((symbol) => ({ symbol, rank: rankOf(symbol, state) }))
      .filter(({ rank }) => rank !== undefined)
      .sort((a, b) => Number(a.rank) - Number(b.rank) || (a.symbol.ticker < b.symbol.ticker ? -1 : 1))
      .slice(0, limit)
      .map(({ symbol }) => symbol);
  }

  private async allSymbols(version: string): Promise<NamedSymbol[]> {
    if (this.master?.version !== version) {
      this.master = { version, symbols: await this.symbols.allSymbols() };
    }
    return this.master.symbols;
  }
}

/** Rank of a match, 0 the best: by ticker, by the beginning of it, of a name, of a word, by a part; else undefined. */
function rankOf({ ticker, names }: NamedSymbol, typed: SearchState): number | undefined {
  if (ticker === typed.ticker) return 0;
  if (ticker.startsWith(typed.ticker)) return 1;
  if (typed.name === '') return undefined;
  if (names.some((name) => name.startsWith(typed.name))) return 2;
  if (names.some((name) => name.includes(` ${typed.name}`))) return 3;
  return names.some((name) => name.includes(typed.name)) ? 4 : undefined;
}
