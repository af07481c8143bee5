/** A field of a data set, from GET /svc/datasets/{name}. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  choices: string[];
  /** headings that denote it, the best first */
  column_names: string[];
}

/** The structure of a data set's records. */
export interface Form {
  name: string;
  title: string;
  keys: string[];
  fields: Field[];
}
