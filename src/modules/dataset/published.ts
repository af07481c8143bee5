/** One entry of a published file: a record as JSON, not yet validated, or why there is none. */
export interface PublishedRow {
  /** line of a text file, number of the element in XML and JSON; from 1 */
  line: number;
  /** fields by the names of the data set's record class */
  record?: Record<string, unknown>;
  /** for the report of rejects, when the entry cannot be read as a record */
  reason?: string;
}

/** Looks a stored record up by its natural key, as JSON by field names; undefined when there is none. */
export type StoredRecords = (key: Record<string, unknown>) => Promise<Record<string, unknown> | undefined>;

/**
 * A form in which a publisher distributes a data set, read as it is. A file with fewer fields of a record than the
 * service stores is laid over the stored record, so that the other fields are kept; importing by replacement
 * therefore loses nothing, and importing the same file again changes nothing.
 */
export interface PublishedForm {
  /** human-readable name */
  name: string;
  /** true when the file is of this form, by its first few thousand characters (without byte order mark) */
  recognises(head: string): boolean;
  /** the entries in file order; throws InvalidInput when the file as a whole cannot be read */
  records(file: AsyncIterable<Uint8Array>, stored: StoredRecords): AsyncIterable<PublishedRow>;
}
