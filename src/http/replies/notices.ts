import type { Type } from '@nestjs/common';
import { RecordNotFound } from '../../errors/domain-errors.js';
import { type QueryTexts, queryClassOf, readerOf } from '../fields/query-reader.js';

/** One reason for an answer without rows, with what to do about it. */
export interface Notice {
  /** stable, machine-readable */
  code: string;
  /** for a person */
  detail: string;
  /** what the code speaks of: the value that is not known, the data set to load, the nearest open day; null where it is nothing */
  value: string | null;
}

/** A read that found nothing: its handler and what it was asked. */
export interface EmptyRead {
  handler: object;
  /** values of the query and of the path by their names */
  parameters: Readonly<Record<string, unknown>>;
}

/** Says why a read found nothing. Asked then only, so that an answer with rows costs nothing more. */
export abstract class Notices {
  /** At least one reason. Throws InvalidInput for a value of a closed set that is not one of it. */
  abstract of(read: EmptyRead): Promise<readonly Notice[]>;

  /** An error of a read; of a record that was not found with the data set to load, where that is its reason. */
  async explained(error: unknown, read: () => EmptyRead): Promise<unknown> {
    if (!(error instanceof RecordNotFound)) return error;
    const lacking = (await this.of(read())).find(({ code }) => code === 'no_data_set');
    return lacking === undefined ? error : error.because(lacking.detail);
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

/** Notices as the value of the header `X-Notice`: the JSON of `meta.notices`, other letters than ASCII escaped. */
export function noticeHeader(notices: readonly Notice[]): string {
  return JSON.stringify(notices).replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
