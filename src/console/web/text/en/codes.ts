/** Sentences by a code of the service. */
type Sentences = Readonly<Record<string, string>>;

/** A figure or a rule: its name, and in words how it is computed or when it holds. */
export interface Definition {
  name: string;
  formula: string;
}

/** What the service says by its codes, in the language of the console. It says everything in English itself. */
interface Codes {
  /** title of a problem by its status; null: the service's own */
  title: ((status: number) => string) | null;
  /** `code` of problems */
  problems: Sentences;
  /** `errors[].code`, after the name of a parameter or field */
  errors: Sentences;
  /** `meta.notices[].code` */
  notices: Sentences;
  /** rules of the quality gate, and flags of records */
  doubts: Sentences;
  /** `code` of GET /fundamental/ratios */
  ratios: Readonly<Record<string, Definition>>;
  /** `code` of Piotroski's signals: what each asks */
  piotroski: Sentences;
  /** `variant` of Altman's score: why it is the one that fits */
  altman: Sentences;
  /** `company_type` of companies that neither score is made for */
  unscored: Sentences;
  /** `rule` of GET /trading/signal */
  rules: Readonly<Record<string, Definition>>;
  /** `code` of GET /trade/technical-analysis/indicators */
  indicators: Readonly<Record<string, Definition>>;
  /** `group` of an indicator */
  indicatorGroups: Sentences;
  /** names of its parameters */
  parameters: Sentences;
  /** `action` of the audit log */
  history: Sentences;
  /** usual `report_type` of filings, which is free text */
  reports: Sentences;
}

export const codes: Codes = {
  title: null,
  problems: {},
  errors: {},
  notices: {},
  doubts: {},
  ratios: {},
  piotroski: {},
  altman: {},
  unscored: {},
  rules: {},
  indicators: {},
  indicatorGroups: {},
  parameters: {},
  history: {},
  reports: {},
};
