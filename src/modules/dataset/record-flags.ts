/** What may be wrong with a stored record that is valid; a person decides. */
export interface RecordFlag {
  /** human-readable description of what is doubtful */
  detail: string;
  /** SQL condition over the stored record, the alias `r` */
  when: string;
}

/** Flags of a data set by their names, in display order. */
export type RecordFlags = Readonly<Record<string, RecordFlag>>;
