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

/**
 * Ends the version in an entity tag. What follows belongs to the item alone, which also shows something that is true
 * elsewhere.
 */
export const END_OF_VERSION = '.';

/** The versions that a list of entity tags names, without quotes; `*` among them means any. */
export function versionsOf(tags: string): string[] {
  return tags.split(',').map((part) => {
    const tag = part.trim();
    const [, opaque] = /^(?:W\/)?"([^"]*)"$/.exec(tag) ?? [];
    // Only the bare asterisk means any version; in quotes it is a tag that nothing has.
    return opaque === '*' ? '"*"' : versionIn(opaque ?? tag);
  });
}

const versionIn = (tag: string) => tag.split(END_OF_VERSION, 1)[0] ?? tag;

/** SQL condition that a version is one of those of If-Match, `tags`: a text[], NULL without the header. */
export const isNamed = (version: string, tags: string) =>
  `(${tags} IS NULL OR '*' = ANY (${tags}) OR ${version} = ANY (${tags}))`;

/**
 * SQL of the version of a row that has no revision: the moment of its last change, which every change moves on. The
 * entity tags of settings (`src/http/replies/reply.ts`) begin with the same.
 */
export const momentVersionSql = (alias: string) =>
  `to_char(${alias}.changed_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS')`;
