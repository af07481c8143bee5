/** Duplicate policies by their constants (specification 4.4). */
const DUPLICATE_POLICIES = {
  error: 'IF_DUPLICATE_THEN_ERROR',
  update: 'IF_DUPLICATE_THEN_UPDATE',
  ignore: 'IF_DUPLICATE_THEN_IGNORE',
} as const;
export type DuplicatePolicy = keyof typeof DUPLICATE_POLICIES;

/** Every word for a policy: the short names, then the constants. */
export const POLICY_WORDS: readonly string[] = [
  ...Object.keys(DUPLICATE_POLICIES),
  ...Object.values(DUPLICATE_POLICIES),
];

/** The short name of a policy given by either name. */
export function policyOf(text: string): DuplicatePolicy | undefined {
  return (Object.keys(DUPLICATE_POLICIES) as DuplicatePolicy[]).find(
    (name) => name === text || DUPLICATE_POLICIES[name] === text,
  );
}
