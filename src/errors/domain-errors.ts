/** Most errors that a problem lists. */
export const MAXIMUM_ERRORS = 20;

/** One error in invalid input: a query or path parameter by name, or a JSON pointer into the body. */
export interface FieldError {
  /** query, path or header parameter */
  parameter?: string;
  /** JSON pointer (RFC 6901) into the body */
  pointer?: string;
  /** stable, machine-readable reason */
  code: string;
  /** what was expected, for a person */
  detail: string;
}

/** JSON pointer (RFC 6901) to a property; overlong names are cut so that an answer stays readable. */
export function pointerTo(name: string | number): string {
  return `/${String(name).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Base of all refusals of the domain; only the HTTP filter knows the status of each. */
export abstract class DomainError extends Error {
  /** stable, machine-readable code of the problem document */
  abstract readonly code: string;
}

/** Longest detail of an error, characters: everything that a parameter accepts fits in. */
const MAXIMUM_DETAIL = 1000;

/** Returns the first of many errors, cut so that an answer stays readable, and how many more there are. */
export function firstErrors(
  errors: readonly FieldError[],
  maximum: number,
): { errors: readonly FieldError[]; omitted: number } {
  const first = errors
    .slice(0, maximum)
    .map((error) => ({ ...error, detail: error.detail.slice(0, MAXIMUM_DETAIL) }));
  return { errors: first, omitted: errors.length - first.length };
}

/** An error in words: `limit: an integer from 1 to 100 is expected`. */
export function errorText({ parameter, pointer, detail }: FieldError): string {
  return `${parameter ?? (pointer || 'request')}: ${detail}`;
}

/** Most errors that the message of {@link InvalidInput} lists. */
const MESSAGE_ERRORS = 10;

/** The input breaks a rule of its fields. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid_input';
  constructor(readonly errors: readonly FieldError[]) {
    const { errors: first, omitted } = firstErrors(errors, MESSAGE_ERRORS);
    super([...first.map(errorText), ...(omitted > 0 ? [`${omitted} more`] : [])].join('; '));
  }
}

/** The refusal of a parameter because of another one. */
export function notTogether(parameter: string, detail: string): InvalidInput {
  return new InvalidInput([{ parameter, code: 'not_together', detail }]);
}

/** A record with this natural key is already stored. */
export class RecordExists extends DomainError {
  readonly code = 'record_exists';
  constructor(
    readonly resource: string,
    readonly existing: { id: string; url: string },
  ) {
    super(`A ${resource} with this natural key already exists`);
  }
}

/** No record has this identifier or key. */
export class RecordNotFound extends DomainError {
  readonly code = 'record_not_found';
  constructor(
    private readonly resource: string,
    private readonly identifier: string,
    /** why there is none, if that is known */
    reason?: string,
  ) {
    super([`No ${resource} ${identifier}`, ...(reason === undefined ? [] : [reason])].join(': '));
  }

  /** The same error with its reason. */
  because(reason: string): RecordNotFound {
    return new RecordNotFound(this.resource, this.identifier, reason);
  }
}

/** Returns the value that was looked up; throws {@link RecordNotFound} if there is none. */
export function requireExisting<T>(value: T | undefined, resource: string, identifier: string): T {
  if (value === undefined) throw new RecordNotFound(resource, identifier);
  return value;
}

/** The caller is known but lacks the right. */
export class NotPermitted extends DomainError {
  constructor(
    detail: string,
    readonly code: string = 'not_permitted',
    /** the permission that would have been enough, for the bearer challenge's scope */
    readonly permission?: string,
  ) {
    super(detail);
  }
}

/** No valid credential. `challenge` is the RFC 6750 error: none when no credential was sent at all. */
export class NotAuthenticated extends DomainError {
  readonly code = 'not_authenticated';
  constructor(
    detail: string,
    readonly challenge?: 'invalid_token' | 'invalid_request',
  ) {
    super(detail);
  }
}

/** The record is not at the version that the caller named in If-Match. */
export class PreconditionFailed extends DomainError {
  readonly code = 'precondition_failed';
  constructor() {
    super('The record has changed: its current ETag differs from If-Match');
  }
}

/** More items than one request may carry; nothing was written. */
export class TooManyItems extends DomainError {
  readonly code = 'too_many_items';
  constructor(count: number, maximum: number) {
    super(`${count} items given, at most ${maximum} are accepted in one request; nothing was written`);
  }
}

/** The Idempotency-Key was used before with another request. */
export class IdempotencyKeyReused extends DomainError {
  readonly code = 'idempotency_key_reused';
  constructor() {
    super(
      'This Idempotency-Key was used with another body, data set or on_duplicate in the last 24 hours: a new request needs a new key',
    );
  }
}

/** Too many requests; `retryAfter` in seconds. */
export class TooManyRequests extends DomainError {
  readonly code = 'too_many_requests';
  constructor(readonly retryAfter: number) {
    super(`Too many requests; try again in ${retryAfter} s`);
  }
}

/** The response cannot be given in a form that the client accepts. */
export class NotAcceptable extends DomainError {
  readonly code = 'not_acceptable';
  constructor(types: readonly string[]) {
    super(`The Accept header allows none of the available types: ${types.join(', ')}`);
  }
}

/** The request body's media type or charset is not supported. */
export class UnsupportedMediaType extends DomainError {
  readonly code = 'unsupported_media_type';
  constructor(detail: string) {
    super(detail);
  }
}

/** The write lost several races in a row and was given up; nothing was written, a retry is safe. */
export class TooMuchContention extends DomainError {
  readonly code = 'too_much_contention';
  constructor() {
    super('Too many concurrent writers are changing the record; nothing was written, try again');
  }
}

/** A service that this one depends on cannot be reached now; a retry may help. */
export class DependencyAway extends DomainError {
  readonly code = 'dependency_away';
  constructor(name: string) {
    super(`${name} cannot be reached now; try again shortly`);
  }
}

/** Other requests are served first; the reason names what there is too much of. */
export class Busy extends DomainError {
  readonly code = 'busy';
  constructor(reason: string, options?: ErrorOptions) {
    super(`Busy: ${reason}; try again shortly`, options);
  }
}

/** The caller has as many open streams as one token may have. */
export class TooManyStreams extends DomainError {
  readonly code = 'too_many_streams';
  constructor(maximum: number) {
    super(`A token may have ${maximum} open streams; end one of them first`);
  }
}

/** This process serves as many streams as it can. */
export class StreamsExhausted extends DomainError {
  readonly code = 'streams_exhausted';
  constructor() {
    super('No more streams can be served now; try again shortly');
  }
}

/** Events after the given one are no longer stored, or it is not an event of this database. */
export class EventsGone extends DomainError {
  readonly code = 'events_gone';
  constructor(id: number) {
    super(`Some events after ${id} are no longer stored: read the current state, then start without an id`);
  }
}

/** What a run of a source received is no longer stored, so the run cannot be replayed. */
export class PayloadExpired extends DomainError {
  readonly code = 'payload_expired';
  constructor(run: string, expired: number, units: number) {
    super(
      `The payloads of ${expired} of ${units} units of run ${run} are no longer stored: start a run for the same days instead`,
    );
  }
}

/** A write in progress hides which events are complete. */
export class EventsUnsettled extends DomainError {
  readonly code = 'events_unsettled';
  constructor() {
    super(
      'A long write is still running, and the events before its end are not complete yet; try again shortly',
    );
  }
}

/** The record is no longer the one that a proposal was made against; nothing was written. */
export class RecordChanged extends DomainError {
  readonly code = 'record_changed';
  constructor(resource: string) {
    super(`The ${resource} has changed since this was proposed: reject it, or have it proposed again`);
  }
}

/** The record is in a state from which the operation cannot start. */
export class WrongState extends DomainError {
  readonly code = 'wrong_state';
}
