/** What may be wrong with a stored record that keeps the rules; a person decides. */
export interface RecordFlag {
  /** what is doubtful about it, for a person */
  detail: string;
  /** SQL condition over the stored record, the alias `r` */
  when: string;
}

/** Flags of a data set by their names, in the order in which they are shown. */
export type RecordFlags = Readonly<Record<string, RecordFlag>>;
