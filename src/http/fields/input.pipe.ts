import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, InvalidInput } from '../../errors/domain-errors.js';
import { Invalid } from '../../kinds/kinds.js';
import { pointerTo, type RecordClass, screen } from './fields.js';
import { parseJson, UnreadBody } from './json-body.js';

/** An answer names at most this many culprits. */
const MAXIMUM_ERRORS = 50;

/**
 * The global pipe: parses a JSON body, converts and validates queries and bodies by their field decorators,
 * refuses what no field is named for. Throws {@link InvalidInput} naming every culprit.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  private readonly query = validator('query');
  private readonly jsonBody = validator('body');

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') return this.body(value, metadata);
    if (metadata.type !== 'query') return value; // path parameters have pipes of their own
    return checked((value ?? {}) as object, metadata, 'query', this.query);
  }

  private async body(sent: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (sent instanceof UnreadBody) throw sent.reason;
    if (typeof sent !== 'string' || sent.trim() === '') {
      throw new InvalidInput([{ pointer: '', code: 'required', detail: 'a JSON body is expected' }]);
    }
    const value = parseJson(sent);
    if (metadata.metatype === undefined || metadata.metatype === Object) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new InvalidInput([{ pointer: '', code: 'invalid_type', detail: 'a JSON object is expected' }]);
    }
    return checked(value, metadata, 'body', this.jsonBody);
  }
}

/** Screens names and nesting, validates the rest, and throws all that is wrong at once. */
async function checked(
  given: object,
  metadata: ArgumentMetadata,
  type: 'query' | 'body',
  pipe: ValidationPipe,
): Promise<unknown> {
  const refused = screen(metadata.metatype as RecordClass, given);
  if (refused.length === 0) return pipe.transform(given, metadata);
  const names = new Set(refused.map(({ name }) => name));
  const errors: FieldError[] = refused.slice(0, MAXIMUM_ERRORS).map(({ name, invalid }) => ({
    ...placeOf(name, type),
    code: invalid?.code ?? (type === 'body' ? 'unknown_field' : 'unknown_parameter'),
    detail: invalid?.detail ?? (type === 'body' ? 'no such field' : 'no such parameter'),
  }));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
  try {
    await pipe.transform(rest, metadata);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const known = new Set(errors.map((each) => each.pointer ?? each.parameter));
    errors.push(...error.errors.filter((each) => !known.has(each.pointer ?? each.parameter)));
  }
  throw new InvalidInput(errors);
}

function placeOf(name: string, type: 'query' | 'body'): Pick<FieldError, 'pointer' | 'parameter'> {
  return type === 'body' ? { pointer: pointerTo(name) } : { parameter: name.slice(0, 100) };
}

function validator(type: 'query' | 'body'): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    exceptionFactory: (found) => new InvalidInput(found.map((error) => fieldError(error, type))),
  });
}

function fieldError(error: ValidationError, type: 'query' | 'body'): FieldError {
  const invalid = error.value instanceof Invalid ? error.value : undefined;
  return {
    ...placeOf(error.property, type),
    code: invalid?.code ?? 'required',
    detail: invalid?.detail ?? 'is required',
  };
}
