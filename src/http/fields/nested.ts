import { getSchemaPath } from '@nestjs/swagger';
import type { FieldError } from '../../errors/domain-errors.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { Invalid, type Kind, type Schema } from '../../kinds/kinds.js';
import { errorsAt, InvalidWithin, jsonReader, type Reading, type RecordClass } from './fields.js';

/** Form of a list of records of a class within an answer; the endpoint documents the class. */
export const recordsShown = (record: RecordClass): { schema: Schema } => ({
  schema: { type: 'array', items: { $ref: getSchemaPath(record) } },
});

/** OpenAPI 3.0 has no type of null alone. Generators of clients make code that does not compile of other types of it. */
const NULL_SCHEMA: Schema = { type: 'boolean', nullable: true, enum: [null] };

/** The same for one such record, or none: in OpenAPI 3.0 a nullable reference has a special form. */
export const recordOrNullShown = (record: RecordClass): { schema: Schema } => ({
  schema: { oneOf: [{ $ref: getSchemaPath(record) }, NULL_SCHEMA] },
});

const EMPTY = new Invalid('out_of_range', 'an object with at least one field is expected');

/** An object within a body, read by the rules of its own class; errors in it are named by their place. */
export function nestedKind<T extends object>(record: RecordClass<T>): Kind<T> {
  return {
    fromText: () => new Invalid('invalid_type', 'a JSON object is expected'),
    fromJson: (value) => (isEmpty(value) ? EMPTY : outcome(jsonReader(record)(value))),
    schema: { allOf: [{ $ref: getSchemaPath(record) }] },
    sqlType: 'jsonb',
  };
}

/** Objects of one class by names of the caller's choice, at most `max`. */
export function nestedMapKind<T extends object>(
  record: RecordClass<T>,
  { pattern, max, detail }: { pattern: RegExp; max: number; detail: string },
): Kind<Record<string, T>> {
  const refusal = new Invalid('invalid_type', detail);
  return {
    fromText: () => refusal,
    fromJson: (value) => {
      if (!isJsonObject(value)) return refusal;
      if (isEmpty(value)) return EMPTY;
      const entries = Object.entries(value);
      if (entries.length > max) return new Invalid('out_of_range', detail);
      const read = jsonReader(record);
      const result: Record<string, T> = {};
      const errors: FieldError[] = [];
      for (const [name, member] of entries) {
        const one = pattern.test(name)
          ? outcome(read(member))
          : new Invalid('invalid_format', `${name}: ${detail}`);
        if (one instanceof Invalid) errors.push(...errorsAt(name, one));
        else result[name] = one;
      }
      return errors.length > 0 ? new InvalidWithin(errors) : result;
    },
    schema: { type: 'object', additionalProperties: { $ref: getSchemaPath(record) } },
    sqlType: 'jsonb',
  };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function outcome<T>({ record, errors }: Reading<T>): T | Invalid {
  return errors === undefined ? record : new InvalidWithin(errors);
}
