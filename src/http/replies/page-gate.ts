import type { Request } from 'express';
import type { List } from '../../database/lists/list.js';

/** Lets the page of a list be read or refuses it; most hold a connection of the database meanwhile. */
export abstract class PageGate {
  /** Does `work`, which reads a page of the list, when its caller has room for it. */
  abstract hold<Result>(request: Request, list: List, work: () => Promise<Result>): Promise<Result>;
}
