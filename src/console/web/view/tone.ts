/** Colour class of a change: above zero, below it, or neither. Signs say the same in text. */
export function toneOf(change: number | null | undefined): 'up' | 'down' | 'reference' | '' {
  if (change === null || change === undefined) return '';
  if (change === 0) return 'reference';
  return change > 0 ? 'up' : 'down';
}
