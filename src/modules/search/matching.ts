import { commonOf, similarityOf, type Trigrams, trigramsOf, union } from './trigrams.js';

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

/** A security prepared for repeated matching. */
export interface Entry<Record extends Searchable> {
  record: Record;
  /** words of ticker and names */
  words: readonly string[];
  /** word lists of the names and of the ticker, for similarity */
  texts: readonly (readonly Word[])[];
}

/** A word of the whole vocabulary; equal words share one object. */
interface Word {
  text: string;
  trigrams: Trigrams;
}

/** A match of a query. */
export interface Match<Record> {
  record: Record;
  match_type: MatchType;
  /** from 0 to 1, never higher for a worse kind of match */
  score: number;
}

/** Prepares securities for matching; their words share one vocabulary. */
export function indexed<Record extends Searchable>(records: readonly Record[]): Entry<Record>[] {
  const vocabulary = new Map<string, Word>();
  const wordOf = (text: string): Word => {
    const word = vocabulary.get(text) ?? { text, trigrams: trigramsOf(text) };
    vocabulary.set(text, word);
    return word;
  };
  return records.map((record) => {
    const texts = [
      [record.ticker.toLowerCase()],
      ...[record.folded_name, record.folded_name_en].map(wordsOf),
    ];
    return { record, words: texts.flat(), texts: texts.map((text) => text.map(wordOf)) };
  });
}

/**
 * Securities that match a query, in no particular order. `query` as typed, `folded` in the same way as names. Each has
 * its best kind of match: the ticker itself, its beginning, the ISIN itself, the beginning of a name, or every word the
 * beginning of a word of ticker or names, in any order; else its similarity if that is at least 0.3.
 */
export function matchesOf<Record extends Searchable>(
  entries: readonly Entry<Record>[],
  { query, folded }: { query: string; folded: string },
): Match<Record>[] {
  const symbol = query.toUpperCase();
  const words = wordsOf(folded);
  const phrase = words.join(' ');
  const similarity = similarityTo(words);
  const matches: Match<Record>[] = [];
  for (const entry of entries) {
    const type = typeOf(entry, { symbol, words, phrase });
    if (type !== undefined) {
      matches.push({ record: entry.record, match_type: type, score: SCORES[type] });
      continue;
    }
    const similar = similarity(entry.texts);
    if (similar >= LEAST_SIMILARITY) {
      matches.push({ record: entry.record, match_type: 'similar', score: SIMILAR_SCORE * similar });
    }
  }
  return matches;
}

function typeOf(
  { record, words: own }: Entry<Searchable>,
  { symbol, words, phrase }: { symbol: string; words: readonly string[]; phrase: string },
): Exclude<MatchType, 'similar'> | undefined {
  if (record.ticker === symbol) return 'ticker';
  if (record.ticker.startsWith(symbol)) return 'ticker_prefix';
  if (record.isin?.toUpperCase() === symbol) return 'isin';
  if (words.length === 0) return undefined;
  if (record.folded_name.startsWith(phrase) || record.folded_name_en.startsWith(phrase)) return 'name_prefix';
  return words.every((word) => own.some((each) => each.startsWith(word))) ? 'name' : undefined;
}

/**
 * Returns a function for the similarity of texts to the words of a query: the highest between the query's trigrams and
 * those of any run of as many consecutive words of a text as the query has, or of all of a shorter text.
 */
function similarityTo(words: readonly string[]): (texts: Entry<Searchable>['texts']) => number {
  const queryTrigrams = union(words.map(trigramsOf));
  const hits = new Map<Word, number>();
  const hitsOf = (word: Word): number => {
    const common = hits.get(word) ?? commonOf(word.trigrams, queryTrigrams);
    hits.set(word, common);
    return common;
  };
  // Company names begin alike: most runs of several words recur.
  const similarities = new Map<string, number>();
  const similarityOfRun = (run: readonly Word[]): number => {
    const key = run.map(({ text }) => text).join(' ');
    const similarity =
      similarities.get(key) ?? similarityOf(queryTrigrams, union(run.map(({ trigrams }) => trigrams)));
    similarities.set(key, similarity);
    return similarity;
  };
  return (texts) => {
    let best = 0;
    for (const text of texts) {
      const length = Math.min(words.length, text.length);
      let most = 0;
      for (const [at, word] of text.entries()) {
        // A run has no more in common with the query than its words in total: most runs need no union of sets.
        most += hitsOf(word);
        const first = text[at - length];
        if (first !== undefined) most -= hitsOf(first);
        const bound = most / queryTrigrams.size;
        if (at + 1 < length || bound < LEAST_SIMILARITY || bound <= best) continue;
        best = Math.max(best, similarityOfRun(text.slice(at + 1 - length, at + 1)));
      }
    }
    return best;
  };
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
