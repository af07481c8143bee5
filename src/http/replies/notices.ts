import type { Type } from '@nestjs/common';
import type { Notice } from '../../database/lists/list.js';
import { RecordNotFound } from '../../errors/domain-errors.js';
import { type QueryTexts, queryClassOf, readerOf } from '../fields/query-reader.js';

/** A read that found nothing: its handler and parameters. */
export interface EmptyRead {
  handler: object;
  /** values of the query and of the path by their names */
  parameters: Readonly<Record<string, unknown>>;
}

/** Codes of notices that also explain why a single record is missing. */
const LACKING: ReadonlySet<string> = new Set(['no_data_set', 'other_currency']);

/** Explains why a read found nothing. Called only then, so that an answer with rows costs nothing more. */
export abstract class Notices {
  /** Returns at least one reason. Throws InvalidInput for a value outside its closed set. */
  abstract of(read: EmptyRead): Promise<readonly Notice[]>;

  /** Returns the error of a read; for a record that was not found, with what is lacking if that is the reason. */
  async explain(error: unknown, read: () => EmptyRead): Promise<unknown> {
    if (!(error instanceof RecordNotFound)) return error;
    const notice = (await this.of(read())).find(({ code }) => LACKING.has(code));
    return notice === undefined ? error : error.because(notice.detail);
  }
}

/** The read of a handler, with its parameters read as the handler had them. */
export function emptyRead(
  type: Type,
  handler: { name: string },
  { query, params }: { query: QueryTexts; params: object },
): EmptyRead {
  const queryClass = queryClassOf(type, handler.name);
  return { handler, parameters: { ...params, ...(queryClass && readerOf(queryClass)(query)) } };
}

/** Notices as the value of the header `X-Notice`: the JSON of `meta.notices`, non-ASCII characters escaped. */
export function noticeHeader(notices: readonly Notice[]): string {
  return JSON.stringify(notices).replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
