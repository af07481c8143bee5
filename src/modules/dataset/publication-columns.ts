import { instantKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { DataColumn, KeyColumn } from './columns.js';

/** Columns of publications: news, suggestions, insight. */

/** Most securities that one publication is tagged with. */
const MAXIMUM_TAGS = 200;

/** Identifier given by a publisher. */
export const publisherIdKind = textOf({ max: 200 });

export const PublisherId = (example: string) =>
  KeyColumn(
    publisherIdKind,
    "The publisher's identifier; the key. Bulk insert and import also accept it as `id`.",
    example,
    { alias: 'id', columnNames: ['guid'] },
  );

export const PublishedAt = (example: string) =>
  DataColumn(
    instantKind,
    'When it was published: ISO 8601 with its time zone; a date alone means its first moment in Asia/Ho_Chi_Minh.',
    example,
    { columnNames: ['published', 'publish date', 'date', 'datetime', 'time'] },
  );

export const TickersAbout = (example: string[]) =>
  DataColumn(arrayOf(tickerKind, MAXIMUM_TAGS), 'Symbols of the securities that it is about.', example, {
    default: [],
    columnNames: ['ticker', 'symbols', 'symbol'],
  });
