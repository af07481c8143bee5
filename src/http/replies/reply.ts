import { createHash } from 'node:crypto';
import { END_OF_VERSION, type Item, versionOf } from '../../database/records/stored-item.js';

/**
 * A finished answer: status, JSON text as PostgreSQL shaped it (other text if the headers name its
 * Content-Type), and headers. Sent by the reply interceptor.
 */
export class Reply {
  /** text, with a newline after JSON; undefined for an empty body */
  readonly body: string | undefined;

  constructor(
    readonly status: number,
    body: string | undefined,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.body = body === undefined || 'Content-Type' in headers ? body : body + END_OF_JSON;
  }
}

/** What every JSON body ends with, so that it is a whole line in a terminal or a file. */
export const END_OF_JSON = '\n';

/** The one value of another table that an item shows: the security master has the ticker of the quote. */
const RECOGNISED = /"recogized":1[,}]/;

/** Strong ETag of an item: of the stored revision of its record, and of what else it shows. */
function etagOf(item: Item): string {
  return `"${versionOf(item)}${RECOGNISED.test(item.json) ? `${END_OF_VERSION}1` : ''}"`;
}

/** 200 with an object as JSON, or with a JSON text as it is. */
export function answer(body: string | object): Reply {
  return new Reply(200, typeof body === 'string' ? body : JSON.stringify(body));
}

/**
 * Weak ETag of the JSON text of settings that also shows what became of them since: of the moment at which they were
 * last changed, `changed_at`, and of the whole text.
 */
function settingsTag(json: string): string {
  const { changed_at: moment } = JSON.parse(json) as { changed_at: string };
  const digest = createHash('sha256').update(json).digest('base64url').slice(0, 12);
  return `W/"${moment.replaceAll(/\D/g, '')}${END_OF_VERSION}${digest}"`;
}

/** 200 with settings; 201 with their Location if they were created there. */
export function settings(json: string, location?: string): Reply {
  const headers = { ETag: settingsTag(json) };
  if (location === undefined) return new Reply(200, json, headers);
  return new Reply(201, json, { ...headers, Location: location });
}

/** 200 with the item. */
export function ok(item: Item): Reply {
  if (item.proposal !== undefined) return proposalReply(item, item.proposal);
  return new Reply(200, item.json, { ETag: etagOf(item) });
}

/** 202 with a proposal and its Location: the write takes effect when it is approved. */
function proposalReply(item: Item, location: string): Reply {
  return new Reply(202, item.json, { ETag: etagOf(item), Location: location });
}

/** 200 with the status of an event; its record is gone, so there is no version. */
export function event(item: Item): Reply {
  if (item.proposal !== undefined) return proposalReply(item, item.proposal);
  return new Reply(200, item.json);
}

/** 200 or 201 with an item that was replaced or, being absent, created. */
export function replaced({ item, isNew }: { item: Item; isNew: boolean }, collection: string): Reply {
  return isNew ? created(item, collection) : ok(item);
}

/** 201 with the item and its Location. */
export function created(item: Item, collection: string): Reply {
  if (item.proposal !== undefined) return proposalReply(item, item.proposal);
  return new Reply(201, item.json, { ETag: etagOf(item), Location: `${collection}/${item.id}` });
}

/** 200 with the item, or 204 when there was nothing to change. */
export function okOrNoContent(item: Item | null): Reply {
  return item === null ? new Reply(204, undefined) : ok(item);
}

/** 200 with a JSON text, or 204 when there was nothing to do. */
export function answerOrNoContent(json: string | null): Reply {
  return json === null ? new Reply(204, undefined) : answer(json);
}
