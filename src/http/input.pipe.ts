import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, InvalidInput, UnsupportedMediaType } from '../errors/domain-errors.js';
import { pointerTo } from './fields.js';
import { parseJson, UnreadBody } from './json-body.js';
import { Invalid } from './kinds.js';

/**
 * The global pipe: parses a JSON body, converts and validates queries and bodies by their field decorators,
 * refuses what no field is named for. Throws {@link InvalidInput} naming every culprit.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  private readonly queries = validator('query');
  private readonly bodies = validator('body');

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') return this.body(value, metadata);
    if (metadata.type === 'query') return this.queries.transform(value ?? {}, metadata);
    return value; // path parameters have pipes of their own
  }

  private async body(sent: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (sent instanceof UnreadBody)
      throw new UnsupportedMediaType('A body needs Content-Type: application/json');
    if (typeof sent !== 'string' || sent.trim() === '') {
      throw new InvalidInput([{ pointer: '', code: 'required', detail: 'a JSON body is expected' }]);
    }
    const value = parseJson(sent);
    if (metadata.metatype === undefined || metadata.metatype === Object) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new InvalidInput([{ pointer: '', code: 'invalid_type', detail: 'a JSON object is expected' }]);
    }
    return this.bodies.transform(value, metadata);
  }
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
  const unknown = error.constraints?.whitelistValidation !== undefined;
  const invalid = error.value instanceof Invalid ? error.value : undefined;
  const place =
    type === 'body' ? { pointer: pointerTo(error.property) } : { parameter: error.property.slice(0, 100) };
  if (unknown && type === 'body') return { ...place, code: 'unknown_field', detail: 'no such field' };
  if (unknown) return { ...place, code: 'unknown_parameter', detail: 'no such parameter' };
  return { ...place, code: invalid?.code ?? 'required', detail: invalid?.detail ?? 'is required' };
}
