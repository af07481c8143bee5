/** A field of a data set, of GET /svc/datasets/{name}. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  choices: string[];
  /** headings under which it is known, the best first */
  column_names: string[];
}

/** What a record of a data set is made of. */
export interface Form {
  name: string;
  title: string;
  keys: string[];
  fields: Field[];
}
