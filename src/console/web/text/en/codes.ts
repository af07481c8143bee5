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
  /**
   * `meta.notices[].code`: why a list is empty, with the values of the notices, separated by commas, or empty if they have
   * none; null: they say no more than the list's own sentence
   */
  notices: Readonly<Record<string, ((value: string) => string) | null>>;
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
  /** failure class of a delivery to a webhook */
  deliveries: Sentences;
  /** usual `report_type` of filings, which is free text */
  reports: Sentences;
}

export const codes: Codes = {
  title: null,
  problems: {},
  errors: {},
  notices: {
    no_data_set: null,
    no_records: null,
    no_match: null,
    unknown_ticker: (ticker) => `Unknown ticker: ${ticker}`,
    unknown_code: (code) => `Unknown code: ${code}`,
    unknown_benchmark: (code) => `Unknown benchmark: ${code}`,
    unknown_mic: (mic) => `Unknown MIC: ${mic}`,
    unknown_operating_mic: (mic) => `Unknown MIC: ${mic}`,
    closed_day: (nearest) =>
      nearest === '' ? 'The market was closed' : `The market was closed; the nearest open day is ${nearest}`,
    nothing_in_range: (range) =>
      `No records on these days; there are some from ${range.replace('/', ' to ')}`,
    past_end: () => 'The list ends before this page',
    other_currency: (currency) => `The figures are in ${currency}; only amounts in VND are computed with`,
    checks_pending: () => 'Some recent quotes are still being checked; look again in a moment',
    figures_pending: () => 'Some recent statements or quotes are not counted yet; look again in a moment',
    forms_to_import: () => 'The statement forms of this circular have to be imported from a file',
    is_index: (code) => `${code} is an index, not a security`,
  },
  doubts: {},
  ratios: {},
  piotroski: {},
  altman: {},
  unscored: {},
  rules: {},
  indicators: {},
  indicatorGroups: {},
  parameters: {},
  history: {
    created: 'created',
    updated: 'updated',
    deleted: 'deleted',
    imported: 'imported',
    import_updated: 'updated by import',
    loaded: 'initially loaded',
    import_finished: 'import finished',
    import_approved: 'whole import approved',
    approved: 'approved',
    rejected: 'rejected',
    revoked: 'revoked',
    proposal_created: 'proposed',
    proposal_approved: 'proposal approved',
    proposal_rejected: 'proposal rejected',
    proposal_withdrawn: 'proposal withdrawn',
    proposal_superseded: 'proposal superseded',
    flags_dismissed: 'doubts dismissed',
    dismissal_revoked: 'doubts reopened',
    released: 'stored as is',
    corrected: 'corrected and stored',
    run_done: 'run finished',
    run_failed: 'run failed',
    stale: 'source overdue',
    recovered: 'source recovered',
    day_complete: 'day complete',
    replayed: 'sent again',
    granted: 'granted',
  },
  deliveries: {
    status_3xx: 'redirect (3xx)',
    status_4xx: 'request refused (4xx)',
    status_5xx: 'fault of the receiver (5xx)',
    gone: 'no longer exists (410)',
    timeout: 'no response in time',
    refused: 'connection refused',
    unreachable: 'unreachable',
    unresolved: 'host name not found',
    reset: 'connection lost',
    tls: 'TLS or certificate failure',
    address_not_allowed: 'address not allowed',
    failed: 'other failure',
  },
  reports: {},
};
