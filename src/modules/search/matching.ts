import { similarityOf, type Trigrams, trigramsOf, union } from './trigrams.js';

/** Kinds of match, best first. */
export const MATCH_TYPES = ['ticker', 'ticker_prefix', 'isin', 'name_prefix', 'name', 'similar'] as const;
type MatchType = (typeof MATCH_TYPES)[number];

/** Scores of the kinds of match; a similar one scores its similarity times {@link SIMILAR_SCORE}. */
const SCORES = { ticker: 1, ticker_prefix: 0.9, isin: 0.8, name_prefix: 0.7, name: 0.6 } as const;
const SIMILAR_SCORE = 0.5;
/** Least similarity of a match, the default of trigram matching in PostgreSQL. */
const LEAST_SIMILARITY = 0.3;

/** Fields that a security is found by. */
export interface Searchable {
  ticker: string;
  isin: string | null;
  /** names without case, diacritics and punctuation, words separated by single spaces; empty if there is none */
  folded_name: string;
  folded_name_en: string;
}

/** Securities prepared for repeated matching. Their words are numbered: a search looks at each different word once. */
export interface SearchIndex<Record extends Searchable> {
  entries: readonly Entry<Record>[];
  words: readonly Word[];
  /** numbers of the words that have a trigram */
  wordsByTrigram: ReadonlyMap<string, readonly number[]>;
}

interface Entry<Record> {
  record: Record;
  /** in capitals */
  isin: string | undefined;
  /** words of the ticker and of each name, by their numbers */
  texts: readonly Uint32Array[];
}

interface Word {
  text: string;
  trigrams: Trigrams;
}

/** A text to search for: as it is, and folded in the same way as names. */
interface SearchTerm {
  query: string;
  folded: string;
}

/** A match of a query. */
export interface Match<Record> {
  record: Record;
  match_type: MatchType;
  /** from 0 to 1, never higher for a worse kind of match */
  score: number;
}

/** Prepares securities for matching. */
export function indexOf<Record extends Searchable>(records: readonly Record[]): SearchIndex<Record> {
  const words: Word[] = [];
  const numbers = new Map<string, number>();
  const wordsByTrigram = new Map<string, number[]>();
  const numberOf = (text: string): number => {
    const existing = numbers.get(text);
    if (existing !== undefined) return existing;
    const trigrams = trigramsOf(text);
    const number = words.push({ text, trigrams }) - 1;
    numbers.set(text, number);
    for (const trigram of trigrams) {
      const others = wordsByTrigram.get(trigram);
      if (others === undefined) wordsByTrigram.set(trigram, [number]);
      else others.push(number);
    }
    return number;
  };
  const entries = records.map((record) => {
    const { ticker, isin, folded_name, folded_name_en } = record;
    const texts = [[ticker.toLowerCase()], wordsOf(folded_name), wordsOf(folded_name_en)];
    return {
      record,
      isin: isin?.toUpperCase(),
      texts: texts.map((text) => Uint32Array.from(text, numberOf)),
    };
  });
  return { entries, words, wordsByTrigram };
}

/**
 * Securities that match a query, in no particular order, of those that `isAmong` selects. Each has its best kind of
 * match: the ticker itself, its beginning, the ISIN itself, the beginning of a name, or every word the beginning of a
 * word of ticker or names, in any order; else its similarity if that is at least 0.3.
 */
export function matchesOf<Record extends Searchable>(
  index: SearchIndex<Record>,
  term: SearchTerm,
  isAmong: (record: Record) => boolean,
): Match<Record>[] {
  const words = wordsOf(term.folded);
  const typeOf = typeFor(index, term, words);
  const similarity = similarityTo(index, words);
  const matches: Match<Record>[] = [];
  for (const entry of index.entries) {
    const { record } = entry;
    if (!isAmong(record)) continue;
    const type = typeOf(entry);
    if (type !== undefined) {
      matches.push({ record, match_type: type, score: SCORES[type] });
      continue;
    }
    const similar = similarity(entry);
    if (similar >= LEAST_SIMILARITY) {
      matches.push({ record, match_type: 'similar', score: SIMILAR_SCORE * similar });
    }
  }
  return matches;
}

/** Returns a function for the kind of match of an entry; undefined if it can only be a similar one. */
function typeFor(
  index: SearchIndex<Searchable>,
  { query }: SearchTerm,
  words: readonly string[],
): (entry: Entry<Searchable>) => Exclude<MatchType, 'similar'> | undefined {
  const symbol = query.toUpperCase();
  const phrase = words.join(' ');
  // By word of the query and number of a word: 1 if this begins with that.
  const beginnings = words.map((word) => {
    const flags = new Uint8Array(index.words.length);
    index.words.forEach(({ text }, number) => {
      if (text.startsWith(word)) flags[number] = 1;
    });
    return flags;
  });
  const hasBeginning = (flags: Uint8Array, texts: readonly Uint32Array[]): boolean => {
    for (const text of texts) for (const number of text) if (flags[number] === 1) return true;
    return false;
  };
  return ({ record: { ticker, folded_name, folded_name_en }, isin, texts }) => {
    if (ticker === symbol) return 'ticker';
    if (ticker.startsWith(symbol)) return 'ticker_prefix';
    if (isin === symbol) return 'isin';
    if (words.length === 0) return undefined;
    for (const flags of beginnings) if (!hasBeginning(flags, texts)) return undefined;
    return folded_name.startsWith(phrase) || folded_name_en.startsWith(phrase) ? 'name_prefix' : 'name';
  };
}

/**
 * Returns a function for the similarity of an entry to the words of a query: the highest between the query's trigrams
 * and those of any run of as many consecutive words of a text as the query has, or of all of a shorter text.
 */
function similarityTo(
  { words, wordsByTrigram }: SearchIndex<Searchable>,
  termWords: readonly string[],
): (entry: Entry<Searchable>) => number {
  const ofTerm = union(termWords.map(trigramsOf));
  // By number of a word: trigrams that it has in common with the query.
  const common = new Uint32Array(words.length);
  for (const trigram of ofTerm) {
    for (const number of wordsByTrigram.get(trigram) ?? []) common[number] = (common[number] as number) + 1;
  }
  const least = LEAST_SIMILARITY * ofTerm.size;
  // Company names begin alike: most runs of several words recur.
  const similarities = new Map<string, number>();
  const similarityOfRun = (run: Uint32Array): number => {
    const key = run.join(' ');
    const ofRun = () => union(Array.from(run, (number) => (words[number] as Word).trigrams));
    const similarity = similarities.get(key) ?? similarityOf(ofTerm, ofRun());
    similarities.set(key, similarity);
    return similarity;
  };
  return ({ texts }) => {
    let best = 0;
    for (const text of texts) {
      const length = Math.min(termWords.length, text.length);
      let most = 0;
      for (let at = 0; at < text.length; at++) {
        // A run has no more in common with the query than its words in total: most runs need no union of sets.
        most += common[text[at] as number] as number;
        if (at >= length) most -= common[text[at - length] as number] as number;
        if (at + 1 < length || most < least || most <= best * ofTerm.size) continue;
        best = Math.max(best, similarityOfRun(text.subarray(at + 1 - length, at + 1)));
      }
    }
    return best;
  };
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
