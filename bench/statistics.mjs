/** The middle one of the numbers; the upper middle one of an even count. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
