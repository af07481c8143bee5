import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type FieldError, InvalidInput, pointerTo } from '../../errors/domain-errors.js';
import { parseJson } from '../../files/json-text.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { Invalid } from '../../kinds/kinds.js';
import { errorsAt, type RecordClass, screen, unknownField } from './fields.js';
import { UnreadBody } from './json-body.js';
import { type QueryTexts, readerOf } from './query-reader.js';

/**
 * The global pipe: reads queries, parses JSON bodies, and converts and validates both by their field decorators. Names
 * without a field are refused. Throws {@link InvalidInput} naming every error.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  private readonly jsonBody = bodyValidator();

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') return this.body(value, metadata);
    if (metadata.type !== 'query') return value; // path parameters have their own pipes
    return readerOf(metadata.metatype as RecordClass)((value ?? {}) as QueryTexts);
  }

  private async body(raw: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (raw instanceof UnreadBody) throw raw.reason;
    if (typeof raw !== 'string' || raw.trim() === '') {
      throw new InvalidInput([{ pointer: '', code: 'required', detail: 'a JSON body is expected' }]);
    }
    const value = parseJson(raw);
    if (metadata.metatype === undefined || metadata.metatype === Object) return value;
    if (!isJsonObject(value)) {
      throw new InvalidInput([{ pointer: '', code: 'invalid_type', detail: 'a JSON object is expected' }]);
    }
    return validateBody(value, metadata, this.jsonBody);
  }
}

/** Screens names and nesting, validates the rest, and throws all errors together. */
async function validateBody(
  body: object,
  metadata: ArgumentMetadata,
  pipe: ValidationPipe,
): Promise<unknown> {
  const refusals = screen(metadata.metatype as RecordClass, body);
  const names = new Set(refusals.map(({ name }) => name));
  // null says no more than leaving a field out, as in lists of records.
  const values = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null && !names.has(name)),
  );
  if (refusals.length === 0) return pipe.transform(values, metadata);
  const errors = refusals.flatMap(({ name, invalid }) =>
    invalid === undefined ? [unknownField(name)] : errorsAt(name, invalid),
  );
  try {
    await pipe.transform(values, metadata);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const places = new Set<string | undefined>([...names].map(pointerTo));
    errors.push(...error.errors.filter(({ pointer }) => !places.has(pointer)));
  }
  throw new InvalidInput(errors);
}

function bodyValidator(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    exceptionFactory: (errors) => new InvalidInput(errors.flatMap(fieldErrors)),
  });
}

function fieldErrors({ property, value }: ValidationError): FieldError[] {
  return value instanceof Invalid
    ? errorsAt(property, value)
    : [{ pointer: pointerTo(property), code: 'required', detail: 'is required' }];
}
