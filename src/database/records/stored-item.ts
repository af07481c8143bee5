/** A stored record as it is returned. */
export interface Item {
  id: string;
  revision: number;
  /** JSON text of the record */
  json: string;
  /** address of the proposal, if this is one: the write waits for approval and its record is unchanged */
  proposal?: string;
}

/** Result of a write by natural key: the item, and whether it was created. */
export interface Replacement {
  item: Item;
  isNew: boolean;
}

/**
 * Version of one stored revision of one record, for its ETag. It has the end of the identifier, which is random: the
 * beginning is the time, and a record deleted and created again within a minute would have the version of the former
 * one.
 */
export function versionOf(item: Pick<Item, 'id' | 'revision'>): string {
  return `${item.id.slice(-12)}-${item.revision}`;
}

/** SQL of {@link versionOf}, from a row of a record table. */
export const versionSql = (alias: string) => `right(${alias}.id::text, 12) || '-' || ${alias}.revision::text`;

/** What an entity tag adds to the version of a record if the item also shows something that is true elsewhere. */
export const BESIDE_VERSION = '.1';

/** The versions that a list of entity tags names, without quotes; `*` among them means any. */
export function versionsOf(tags: string): string[] {
  return tags.split(',').map((part) => {
    const tag = part.trim();
    const [, opaque] = /^(?:W\/)?"([^"]*)"$/.exec(tag) ?? [];
    // Only the bare asterisk means any version; in quotes it is a tag that nothing has.
    return opaque === '*' ? '"*"' : versionIn(opaque ?? tag);
  });
}

const versionIn = (tag: string) =>
  tag.endsWith(BESIDE_VERSION) ? tag.slice(0, -BESIDE_VERSION.length) : tag;
