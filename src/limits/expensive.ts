import { SetMetadata } from '@nestjs/common';
import type { QueryTexts } from '../http/fields/query-reader.js';

/** Metadata key of {@link Expensive}. */
export const EXPENSIVE = Symbol('expensive');

/** Whether a request of a route is expensive. */
export type IsExpensive = (query: QueryTexts) => boolean;

/**
 * Marks a read that keeps a processor busy for more than a few milliseconds: its work grows with the market instead of
 * with its answer, or it computes a lot; `when`: for which queries. Few of them run at the same time, so that they slow
 * down nobody else.
 */
export const Expensive = (when: IsExpensive = () => true) => SetMetadata(EXPENSIVE, when);
