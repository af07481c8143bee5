import type { Request } from 'express';
import type { List } from '../../database/lists/list.js';

/** Admits or refuses the reading of a list's page; most reads hold a database connection meanwhile. */
export abstract class PageGate {
  /** Runs `work`, which reads a page of the list, when its caller has room for it. */
  abstract hold<Result>(request: Request, list: List, work: () => Promise<Result>): Promise<Result>;
}
