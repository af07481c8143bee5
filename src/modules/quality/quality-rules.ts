import type { DataSet } from '../dataset/data-set.js';

/** What happens to a row that a rule finds. */
export const ACTIONS = ['off', 'warn', 'quarantine', 'fail'] as const;
export type Action = (typeof ACTIONS)[number];

/** Priority of a source that declares none. */
export const USUAL_PRIORITY = 100;

/** A rule as set by a source. */
export interface RuleSetting {
  action?: Action;
  threshold?: number;
}

/** A rule with its action, and its threshold if it has one. */
interface EffectiveRule {
  action: Action;
  threshold: number | null;
}

/** A rule with its defaults. */
export interface RuleDefinition extends EffectiveRule {
  /** what it finds, and what its threshold means */
  description: string;
}

/** Rules for rows of daily quotes, with their default actions and thresholds. */
export const QUOTE_RULES = {
  range: {
    action: 'quarantine',
    threshold: 10_000_000,
    description: 'a price of zero, or above the threshold (VND)',
  },
  relation: {
    action: 'quarantine',
    threshold: 1.5,
    description:
      'a day whose highest price is more than the threshold times the lowest: fields of different kinds or units in one row',
  },
  jump: {
    action: 'quarantine',
    threshold: null,
    description:
      'a close that differs from the adjusted previous one by more than the threshold (ratio); by default by more than the band of the exchange, 0.2 if that is not known',
  },
  missing_action: {
    action: 'quarantine',
    threshold: 0.03,
    description:
      'a jump that no corporate action explains and that is, to within the threshold (ratio), one of 5:4, 4:3, 3:2, 2:1, 3:1, 4:1, 5:1, 10:1 or its inverse',
  },
  unit_jump: {
    action: 'quarantine',
    threshold: 5,
    description:
      'a close more than the threshold (times) above or below most of the five before and the five after it',
  },
  calendar: {
    action: 'quarantine',
    threshold: null,
    description: 'a day on which the market was closed, or one after today',
  },
  stale: {
    action: 'quarantine',
    threshold: 1_000,
    description: 'the same close and the same volume, at least the threshold, as on the day before',
  },
  conflict: {
    action: 'quarantine',
    threshold: null,
    description: 'the same key twice in one answer with different values',
  },
  second_source: {
    action: 'quarantine',
    threshold: 0.001,
    description:
      'a price that differs by more than the threshold (ratio) from what someone else, or a source that does not come after this one in priority, has stored',
  },
  preferred_source: {
    action: 'warn',
    threshold: null,
    description:
      'the same if the other source comes after this one in priority: the row replaces its record, and the history keeps both',
  },
  completeness: {
    action: 'fail',
    threshold: 0.8,
    description:
      'for a whole day: rows for fewer than the threshold (ratio) of the listed securities that the source supplied in the ten days before',
  },
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type RuleName = keyof typeof QUOTE_RULES;

/** Rules of a data set by their names. */
export type RuleDefinitions = Readonly<Record<string, RuleDefinition>>;

/** Flags that report what the service does not know yet rather than an error, or that need other rows of the file. */
const REMARKS =
  /^(unknown_|before_|far_|repeated|no_calendar|.*_of_another$|quotes_outside|index_without|no_first_line|does_not_balance|no_change|.*_without_)/;

/** Rules of every data set except quotes, in addition to its flags. */
const COMMON_RULES: RuleDefinitions = {
  conflict: QUOTE_RULES.conflict,
  missing: {
    action: 'off',
    threshold: null,
    description: 'a field that the source declares is empty',
  },
  second_source: {
    action: 'quarantine',
    threshold: 0.001,
    description:
      'a number that differs by more than the threshold (ratio) from what another source has stored',
  },
  preferred_source: QUOTE_RULES.preferred_source,
};

/** Returns the rules for rows of a data set: those above for quotes, else its flags and a few common rules. */
export function rulesOf({ name, flags }: Pick<DataSet, 'name' | 'flags'>): RuleDefinitions {
  if (name === 'quote') return QUOTE_RULES;
  const ofFlags = Object.entries(flags).map(([flag, { detail }]): [string, RuleDefinition] => [
    flag,
    { action: REMARKS.test(flag) ? 'warn' : 'quarantine', threshold: null, description: detail },
  ]);
  return { ...COMMON_RULES, ...Object.fromEntries(ofFlags) };
}

/** Rules in force. */
export type RuleSet = Readonly<Record<string, EffectiveRule>>;

/** The default rules with the overrides of a source. */
export function rulesWith(
  usual: RuleDefinitions,
  settings: Readonly<Record<string, RuleSetting>> = {},
): RuleSet {
  const entries = Object.entries(usual).map(([name, { action, threshold }]) => {
    return [name, { action, threshold, ...settings[name] }] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether a row may have its whole answer refused; `completeness` judges a day, which is never large. */
export function mayRefuseAnswer(rules: RuleSet): boolean {
  return Object.entries(rules).some(([name, { action }]) => action === 'fail' && name !== 'completeness');
}
