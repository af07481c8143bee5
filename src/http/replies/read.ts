import { SetMetadata } from '@nestjs/common';

/** Metadata key of {@link PlainRead}. */
export const PLAIN_READ = Symbol('plain read');

/** Which requests of a GET are plain: all, or those that accept nothing but `application/json`. */
export type PlainRequests = 'all' | 'json';

/**
 * Marks a GET whose answer, a Reply or a List, depends only on the path, query, caller and headers that its handler
 * reads: the fast lane may call the handler.
 */
export const PlainRead = (requests: PlainRequests = 'all') => SetMetadata(PLAIN_READ, requests);
