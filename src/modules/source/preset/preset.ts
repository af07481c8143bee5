import type { DataSetName } from '../../../kinds/data-set-names.js';
import type { SourceWrite } from '../source.declaration.js';

/** A declaration for a vendor's answers, to be used as it is or adapted. */
export interface Preset {
  name: string;
  title: string;
  /** where the vendor describes the answer */
  documentation: string;
  /** fields of the answer that are read, and the field of the data set that each becomes */
  read: Readonly<Record<string, string>>;
  /** fields of the answer that match no field of the data set */
  lost: readonly string[];
  /** what else to know */
  note: string;
  declaration: PresetDeclaration;
}

/** Plain data of a {@link SourceWrite}. */
export interface PresetDeclaration
  extends Pick<SourceWrite, 'request' | 'rows' | 'work' | 'auth' | 'paging' | 'schedule' | 'limits'> {
  data_set: DataSetName;
  description: string;
  fields?: Readonly<
    Record<string, { from?: string; value?: string; scale?: string; date?: string; split?: boolean }>
  >;
}

/** Fields of the answer, with the columns of a declaration that read them; fixed values do not count. */
function readBy(fields: NonNullable<PresetDeclaration['fields']>): Record<string, string> {
  const pairs = Object.entries(fields).flatMap(([name, { from }]) =>
    from === undefined ? [] : [[from, name]],
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Prices and volume of a bar, read by their names in the answer. */
export function pricesFrom(nameOf: (field: string) => string): NonNullable<PresetDeclaration['fields']> {
  const fields = ['open', 'high', 'low', 'close', 'volume'];
  return Object.fromEntries(fields.map((field) => [field, { from: nameOf(field) }]));
}

export const capitalised = (field: string) => `${field[0]?.toUpperCase()}${field.slice(1)}`;

/** A preset titled by its declaration's description; `read` if the declaration has no fields. */
export const presetOf = (
  name: string,
  documentation: string,
  declaration: PresetDeclaration,
  { lost, note, read }: Pick<Preset, 'lost' | 'note'> & Partial<Pick<Preset, 'read'>>,
): Preset => ({
  name,
  title: declaration.description,
  documentation,
  read: read ?? readBy(declaration.fields ?? {}),
  lost,
  note,
  declaration,
});
