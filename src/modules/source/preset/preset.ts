import type { DataSetName } from '../../../kinds/data-set-names.js';
import type { SourceWrite } from '../source.declaration.js';

/** A declaration for a vendor's answers, to be taken as it is or changed. */
export interface Preset {
  name: string;
  title: string;
  /** where the vendor describes the answer */
  documentation: string;
  /** fields of the answer that are read, and the field of the data set that each becomes */
  read: Readonly<Record<string, string>>;
  /** fields of the answer that no field of the data set takes */
  lost: readonly string[];
  /** what is to be known besides */
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

/** Fields of the answer by the columns of a declaration; fixed values are none. */
export function readBy(fields: NonNullable<PresetDeclaration['fields']>): Record<string, string> {
  const pairs = Object.entries(fields).flatMap(([name, { from }]) =>
    from === undefined ? [] : [[from, name]],
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}
