import { SetMetadata } from '@nestjs/common';

/** Metadata key of {@link PlainRead}. */
export const PLAIN_READ = Symbol('plain read');

/**
 * Marks a GET whose answer, a Reply or a List, follows from path, query and caller alone: the fast lane may call its
 * handler.
 */
export const PlainRead = () => SetMetadata(PLAIN_READ, true);
