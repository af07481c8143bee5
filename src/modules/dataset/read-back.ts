import { Ignored } from '../../http/fields/fields.js';

/** A record to be written that may be one just read: its control fields are dropped without an error. */
export abstract class ReadBack {
  @Ignored() id?: unknown;
  @Ignored() url?: unknown;
  @Ignored() timestamp?: unknown;
}
