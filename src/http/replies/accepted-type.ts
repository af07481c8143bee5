import type { Request } from 'express';

/** What the types of text are sent with, and so may be accepted with. */
const CHARSET = '; charset=utf-8';

/**
 * The media type that a request prefers among some; undefined if it accepts none of them. `application/json;
 * charset=utf-8`, as clients send it and answers have it, is `application/json`: without the parameter on offer, a
 * range that has it matches nothing (RFC 9110, 12.5.1).
 */
export function acceptedType<Type extends string>(
  request: Request,
  types: readonly Type[],
): Type | undefined {
  const accepted = request.accepts(types.flatMap((type) => [type, type + CHARSET]));
  return accepted === false
    ? undefined
    : types.find((type) => accepted === type || accepted === type + CHARSET);
}
