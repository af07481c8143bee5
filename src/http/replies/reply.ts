/**
 * A finished answer: status, JSON text as PostgreSQL shaped it (other text where the headers name its
 * Content-Type), and headers. Sent by the reply interceptor.
 */
export class Reply {
  constructor(
    readonly status: number,
    /** text; undefined for an empty body */
    readonly body: string | undefined,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A stored record as it is answered. */
export interface Item {
  id: string;
  revision: number;
  /** JSON text of the record */
  json: string;
}

/**
 * Strong ETag of one stored revision of one record. Of the identifier it has the end, which is random: the beginning is
 * the time, and a record that was deleted and made again within a minute would have the tag of the former one.
 */
export function etagOf(item: Pick<Item, 'id' | 'revision'>): string {
  return `"${item.id.slice(-12)}-${item.revision}"`;
}

/** 200 with the item. */
export function ok(item: Item): Reply {
  return new Reply(200, item.json, { ETag: etagOf(item) });
}

/** 200 with the status of an event; its record is gone, so there is no version. */
export function event(item: Item): Reply {
  return new Reply(200, item.json);
}

/** 200 or 201 with an item that was replaced or, being absent, created. */
export function replaced({ item, isNew }: { item: Item; isNew: boolean }, collection: string): Reply {
  return isNew ? created(item, collection) : ok(item);
}

/** 201 with the item and its Location. */
export function created(item: Item, collection: string): Reply {
  return new Reply(201, item.json, { ETag: etagOf(item), Location: `${collection}/${item.id}` });
}

/** 200 with the item, or 204 when there was nothing to change. */
export function okOrNoContent(item: Item | null): Reply {
  return item === null ? new Reply(204, undefined) : ok(item);
}
