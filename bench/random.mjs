/** Integers from 0 to n - 1 from Numerical Recipes' linear congruential generator: the same sequence in every run. */
export function randomNumbers(seed = 42) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
