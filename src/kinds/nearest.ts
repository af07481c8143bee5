/** Texts longer than this, characters, are not typing errors. */
const LONGEST = 60;

/**
 * The candidate that a text was probably meant to be, whatever its letter case: with at most a third of its characters
 * inserted, left out, replaced or swapped with their neighbour, or beginning with the text. The first of equally near
 * ones; undefined if none is near.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > LONGEST) return undefined;
  const query = text.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    const word = candidate.toLowerCase();
    if (Math.abs(word.length - query.length) >= least) continue;
    const distance = distanceOf(query, word);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best ?? beginningWith(query, candidates);
}

/** The shortest candidate that begins with a text of three characters or more. */
function beginningWith(query: string, candidates: Iterable<string>): string | undefined {
  if (query.length < 3) return undefined;
  return [...candidates]
    .filter((candidate) => candidate.toLowerCase().startsWith(query))
    .sort((one, other) => one.length - other.length)[0];
}

/** Whether one character was inserted, left out, replaced or swapped with its neighbour. */
export function isSlip(text: string, word: string): boolean {
  const shorter = Math.min(text.length, word.length);
  let start = 0;
  while (start < shorter && text[start] === word[start]) start++;
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === word.at(-1 - end)) end++;
  // What is left between the common beginning and the common end.
  const [left, right] = [text, word].map((each) => each.slice(start, each.length - end)) as [string, string];
  const isSwapped = left.length === 2 && right === `${left[1]}${left[0]}`;
  return Math.max(left.length, right.length) === 1 || isSwapped;
}

/** Optimal string alignment: the Levenshtein distance, in which two swapped neighbours count once. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    [before, above] = [above, line];
  }
  return above[other.length] ?? 0;
}

/** What a refusal says about the accepted names, the nearest first: `the nearest is limit; accepted are …`. */
export function acceptedNames(text: string, candidates: readonly string[]): string {
  const near = nearest(text, candidates);
  const all = `accepted are ${candidates.join(', ')}`;
  return near === undefined ? all : `the nearest is ${near}; ${all}`;
}
