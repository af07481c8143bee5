/** Sentences by a code of the service. */
type Sentences = Readonly<Record<string, string>>;

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
}

export const codes: Codes = { title: null, problems: {}, errors: {}, notices: {}, doubts: {} };
