import type { BodyOf } from './read.js';

/** What the records of a data set are made of. */
export type Form = Pick<BodyOf<'/svc/datasets/{name}'>, 'name' | 'title' | 'fields'>;
export type FormField = Form['fields'][number];

/**
 * The fields of the natural key, in its order, by their names in records. `keys` of the data set would give the names in
 * lists, such as `id` of news, whose records have `news_id`.
 */
export function keyFieldsOf({ fields }: Form): FormField[] {
  return fields.filter(({ key }) => key);
}

/** Whether a field takes a calendar day: one whose name ends in `date` may also be an instant or a year. */
export const takesDay = ({ format }: FormField): boolean => format === 'date';
