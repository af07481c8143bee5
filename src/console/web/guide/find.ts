/** A part of a document as scripts/guide writes it: address, title, anchor, heading, text. */
export type Part = [address: string, title: string, id: string, heading: string, text: string];

/** Maximum number of parts in a result. */
export const MOST = 12;

let parts: Promise<Part[]> | null = null;
/** The index, loaded when it is first needed. */
export function index(): Promise<Part[]> {
  parts ??= fetch('/guide/search.json')
    .then((answer) => {
      if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
      return answer.json() as Promise<Part[]>;
    })
    .catch((error: unknown) => {
      parts = null;
      throw error;
    });
  return parts;
}

/** The words of a search text. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_./-]+/u)
    .filter((word) => word !== '');
}

/** Parts that contain every word, those with the words in their heading or title first. */
export function find(all: readonly Part[], words: readonly string[]): Part[] {
  return all
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ part }) => part);
}

function scoreOf([address, title, , heading, text]: Part, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const has = (where: string, weight: number) => (where.toLowerCase().includes(word) ? weight : 0);
    const sum = has(heading, 6) + has(title, 3) + has(text, 1);
    if (sum === 0) return 0;
    score += sum;
  }
  // Instructions rank above decision records and the changelog.
  return /^\/guide\/(adr|changelog)/.test(address) ? score / 4 : score;
}
