/** What becomes of a row that a rule finds. */
export const ACTIONS = ['off', 'warn', 'quarantine', 'fail'] as const;
export type Action = (typeof ACTIONS)[number];

/** A rule as a source sets it. */
export interface RuleSetting {
  action?: Action;
  threshold?: number;
}

/** A rule with its action and threshold, where it has one. */
export interface EffectiveRule {
  action: Action;
  threshold: number | null;
}

interface RuleDefinition extends EffectiveRule {
  /** what it finds, and what its threshold means */
  description: string;
}

/** Rules for rows of daily quotes, with their usual actions and thresholds. */
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
      'a day whose highest price is more than so many times the lowest: fields of different kinds or units in one row',
  },
  jump: {
    action: 'quarantine',
    threshold: null,
    description:
      'a close further from the adjusted previous one than the threshold (ratio); by default than the band of the exchange, 0.2 where that is not known',
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
    description: 'a close so many times above or below most of the five before and the five after it',
  },
  calendar: {
    action: 'quarantine',
    threshold: null,
    description: 'a day on which the market was closed, or after today',
  },
  stale: {
    action: 'quarantine',
    threshold: 1_000,
    description: 'the same close and the same volume, at least the threshold, as on the day before',
  },
  conflict: {
    action: 'quarantine',
    threshold: null,
    description: 'one key twice in an answer with different values',
  },
  second_source: {
    action: 'quarantine',
    threshold: 0.001,
    description:
      'a close that differs by more than the threshold (ratio) from what somebody else, or another source, has stored',
  },
  completeness: {
    action: 'fail',
    threshold: 0.8,
    description:
      'of a whole day: rows of fewer than the threshold (ratio) of the listed securities that the source brought in the ten days before',
  },
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type RuleName = keyof typeof QUOTE_RULES;
export const RULE_NAMES = Object.keys(QUOTE_RULES) as RuleName[];

/** Rules in force. */
export type RuleSet = Readonly<Record<RuleName, EffectiveRule>>;

/** The usual rules with what a source sets otherwise. */
export function rulesWith(settings: Readonly<Partial<Record<RuleName, RuleSetting>>> = {}): RuleSet {
  const entries = RULE_NAMES.map((name) => {
    const { action, threshold } = QUOTE_RULES[name];
    return [name, { action, threshold, ...settings[name] }] as const;
  });
  return Object.fromEntries(entries) as Record<RuleName, EffectiveRule>;
}
