import { SetMetadata } from '@nestjs/common';
import type { QueryTexts } from '../http/fields/query-reader.js';

/** Metadata key of {@link WholeMarket}. */
export const WHOLE_MARKET = Symbol('whole market');

/** Whether a request of a route reads the whole market. */
export type ReadsWholeMarket = (query: QueryTexts) => boolean;

/**
 * Marks a read whose work grows with the market, not with its answer; `when`: for which queries. Few of them run at the
 * same time, so that they slow down nobody else.
 */
export const WholeMarket = (when: ReadsWholeMarket = () => true) => SetMetadata(WHOLE_MARKET, when);
