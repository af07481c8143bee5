import { randomUUID } from 'node:crypto';

/** Greatest number within a millisecond: twelve bits. */
const MOST = 0xfff;
/** Characters of an identifier that encode its place in time; the others are random. */
const ORDERED = 18;

let moment = 0;
let number = 0;
/** the moment, as the beginning of an identifier */
let beginning = '';

/**
 * A new surrogate identifier: UUID version 7 (RFC 9562), each greater than the one before. Records written together are
 * adjacent in the indexes of their identifiers, where random ones touch a page each.
 */
export function recordId(): string {
  const now = Date.now();
  number++;
  if (now > moment || number > MOST) {
    [moment, number] = [Math.max(now, moment + 1), 0];
    const time = moment.toString(16).padStart(12, '0');
    beginning = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  return `${beginning}${number.toString(16).padStart(3, '0')}${randomUUID().slice(ORDERED)}`;
}
