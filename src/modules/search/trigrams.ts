/** Three consecutive characters of a word, which counts as preceded by two spaces and followed by one. */
export type Trigrams = ReadonlySet<string>;

/** The trigrams of a word, as trigram matching in PostgreSQL makes them: `vnm` has four. */
export function trigramsOf(word: string): Trigrams {
  const paddedWord = `  ${word} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= paddedWord.length; at++) trigrams.add(paddedWord.slice(at, at + 3));
  return trigrams;
}

/** The trigrams of several words together. */
export function union(sets: readonly Trigrams[]): Trigrams {
  const [first] = sets;
  return sets.length === 1 && first !== undefined ? first : new Set(sets.flatMap((set) => [...set]));
}

/** Jaccard similarity |a ∩ b| / |a ∪ b|, from 0 to 1; 0 for two empty sets. */
export function similarityOf(a: Trigrams, b: Trigrams): number {
  const common = commonOf(a, b);
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

/** |a ∩ b| */
function commonOf(a: Trigrams, b: Trigrams): number {
  let common = 0;
  for (const trigram of a) if (b.has(trigram)) common++;
  return common;
}
