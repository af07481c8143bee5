/** An object with the same keys, and each value as `map` returns it. */
export function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  map: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
