/** The middle one of the numbers; of an even count, the upper of the two. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
