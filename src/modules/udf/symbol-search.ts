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
    const master = await this.allSymbols(state.version);
    const all = unlisted.length === 0 ? master : [...master, ...unlisted].sort(byTicker);
    const foundByRank: FoundSymbol[][] = [[], [], [], [], []];
    for (const symbol of all) {
      if (exchange !== '' && symbol.exchange !== exchange) continue;
      if (type !== '' && symbol.type !== type) continue;
      const rank = rankOf(symbol, state);
      if (rank !== undefined) foundByRank[rank]?.push(symbol);
    }
    return foundByRank.flat().slice(0, limit);
  }

  private async allSymbols(version: string): Promise<NamedSymbol[]> {
    if (this.master?.version !== version) {
      this.master = { version, symbols: await this.symbols.allSymbols() };
    }
    return this.master.symbols;
  }
}

const byTicker = (a: FoundSymbol, b: FoundSymbol): number => (a.ticker < b.ticker ? -1 : 1);

/** Rank of a match, 0 the best: by ticker, by the beginning of it, of a name, of a word, by a part; else undefined. */
function rankOf(
  { ticker, names = [] }: FoundSymbol & Partial<NamedSymbol>,
  typed: SearchState,
): number | undefined {
  if (ticker === typed.ticker) return 0;
  if (ticker.startsWith(typed.ticker)) return 1;
  if (typed.name === '') return undefined;
  if (names.some((name) => name.startsWith(typed.name))) return 2;
  if (names.some((name) => name.includes(` ${typed.name}`))) return 3;
  return names.some((name) => name.includes(typed.name)) ? 4 : undefined;
}
