import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsOptional, ValidateBy } from 'class-validator';
import { type FieldError, pointerTo } from '../../errors/domain-errors.js';
import { valueWithoutNoise } from '../../kinds/float-noise.js';
import { Invalid, type Kind } from '../../kinds/kinds.js';

/** Options of a field decorator, in addition to its kind. */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** default, documented; the service applies it */
  default?: unknown;
}

/** Options of a body field, in addition to its kind. */
export interface BodyFieldOptions extends FieldOptions {
  optional?: boolean;
  /** another name under which records in lists may give it; its own name wins */
  alias?: string;
}

/** A body field, as the import, the bulk insert and the single write read it. */
export interface RecordField extends BodyFieldOptions {
  name: string;
  kind: Kind<unknown>;
  optional: boolean;
}

const RECORD_FIELDS = Symbol('record fields');
const IGNORED_FIELDS = Symbol('ignored fields');
/** every name that a query or body class knows */
const KNOWN_NAMES = Symbol('known names');

/** A name that a query or body class knows; without a kind it is ignored. */
export interface KnownName {
  kind: Kind<unknown> | undefined;
  optional: boolean;
  /** the parameter that it is another name of */
  aliasOf?: string;
}

/** A class whose decorated properties describe a record or a query. */
export type RecordClass<T = object> = new () => T;

/** A query parameter: read by the query reader. */
function parameter<T>(
  kind: Kind<T>,
  optional: boolean,
  options: FieldOptions,
  aliasOf?: string,
): PropertyDecorator {
  return applyDecorators(
    knownName({ kind, optional, ...(aliasOf !== undefined && { aliasOf }) }),
    ApiProperty({ ...kind.schema, ...options, required: !optional } as Parameters<typeof ApiProperty>[0]),
  );
}

function bodyField<T>(kind: Kind<T>, optional: boolean, options: FieldOptions): PropertyDecorator {
  return applyDecorators(
    parameter(kind, optional, options),
    Transform(({ obj, key }) => readValue(kind, (obj as Record<string, unknown>)[key])),
    ...(optional ? [IsOptional()] : []),
    ValidateBy({
      name: 'kind',
      validator: {
        validate: (value) => value !== undefined && value !== null && !(value instanceof Invalid),
        defaultMessage: (args) => (args?.value instanceof Invalid ? args.value.detail : 'is required'),
      },
    }),
  );
}

/** Registers a name with its class; what the class inherits is kept. */
function knownName(name: KnownName): PropertyDecorator {
  return (target, property) => {
    Reflect.defineMetadata(KNOWN_NAMES, new Map(namesOf(target)).set(String(property), name), target);
  };
}

/** Every name that a class knows, what it inherits included, in declared order. */
export function knownNames(of: RecordClass): ReadonlyMap<string, KnownName> {
  return namesOf(of.prototype);
}

function namesOf(target: object): ReadonlyMap<string, KnownName> {
  return (Reflect.getMetadata(KNOWN_NAMES, target) ?? new Map()) as ReadonlyMap<string, KnownName>;
}

/**
 * What can be judged of a body before its values are looked at: names that no field has, and nested
 * values where a plain one belongs. First, because the validator's own check of names takes what every object
 * inherits (`toString`) for known, and its conversion walks into values that are refused anyway.
 */
export function screen(of: RecordClass, given: object): { name: string; invalid: Invalid | undefined }[] {
  const names = knownNames(of);
  const refused: { name: string; invalid: Invalid | undefined }[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!names.has(name)) refused.push({ name, invalid: undefined });
    else if (typeof value === 'object' && value !== null) {
      const kind = names.get(name)?.kind;
      const invalid = Array.isArray(value) && !isStructured(kind) ? GIVEN_TWICE : kind?.fromJson(value);
      if (invalid instanceof Invalid) refused.push({ name, invalid });
    }
  }
  return refused;
}

function isStructured(kind: Kind<unknown> | undefined): boolean {
  return kind === undefined || kind.schema.type === 'array' || kind.schema.type === 'object';
}

export const GIVEN_TWICE = new Invalid('given_twice', 'one value is expected');

function readValue<T>(kind: Kind<T>, raw: unknown): T | Invalid | undefined | null {
  return raw === undefined || raw === null ? raw : kind.fromJson(valueWithoutNoise(kind, raw));
}

/** An optional query parameter of this kind: validation, conversion and documentation in one. */
export const QueryField = <T>(kind: Kind<T>, options: FieldOptions) => parameter(kind, true, options);

/**
 * Another name of an optional query parameter, which the query has under that name alone. Giving both is refused.
 * Documented by `options`, as the specification's own names are.
 */
export const QueryAlias = <T>(aliasOf: string, kind: Kind<T>, options: FieldOptions) =>
  parameter({ ...kind, schema: { ...kind.schema, ...{ 'x-alias-of': aliasOf } } }, true, options, aliasOf);

/** A required query parameter. */
export const RequiredQueryField = <T>(kind: Kind<T>, options: FieldOptions) =>
  parameter(kind, false, options);

/**
 * A field of a JSON body: validation, conversion and documentation, also for lists of such bodies. `alias` is
 * another name that bulk insert and import take it under, where its name in answers is that of a control field:
 * the publisher's `id`. Beside the field's own name the alias is the control field of a record read back.
 */
export function BodyField<T>(kind: Kind<T>, options: BodyFieldOptions): PropertyDecorator {
  return (target, property) => {
    const { optional = false, description, example, default: standard } = options;
    const schema = {
      description,
      ...(example !== undefined && { example }),
      ...(standard !== undefined && { default: standard }),
    };
    bodyField(kind, optional, schema)(target, property);
    addRecordField(target, { ...options, name: String(property), kind, optional });
  };
}

/** A field that a JSON body may leave out. */
export const OptionalField = <T>(kind: Kind<T>, options: Omit<BodyFieldOptions, 'optional'>) =>
  BodyField(kind, { ...options, optional: true });

/** Adds a field to those of a record class, after the ones that it has. */
export function addRecordField(target: object, added: RecordField): void {
  const fields = (Reflect.getMetadata(RECORD_FIELDS, target) ?? []) as RecordField[];
  Reflect.defineMetadata(RECORD_FIELDS, [...fields, added], target);
}

/** A control field that a record read back may carry: dropped without an error, never written, not documented. */
export function Ignored(): PropertyDecorator {
  return (target, property) => {
    knownName({ kind: undefined, optional: true })(target, property);
    ApiHideProperty()(target, property);
    Allow()(target, property);
    Transform(() => undefined)(target, property);
    const names = (Reflect.getMetadata(IGNORED_FIELDS, target) ?? []) as string[];
    Reflect.defineMetadata(IGNORED_FIELDS, [...names, String(property)], target);
  };
}

/** A field of an answer: documentation only. An `optional` one stands only in some answers. */
export function Shown<T>(
  kind: Pick<Kind<T>, 'schema'>,
  { optional = false, ...options }: FieldOptions & { nullable?: boolean; optional?: boolean },
): PropertyDecorator {
  const { enum: words } = kind.schema;
  // In OpenAPI 3.0 `nullable` does not add null to a list of words.
  const orNull = options.nullable && words !== undefined ? { enum: [...words, null] } : {};
  return ApiProperty({ ...kind.schema, ...orNull, ...options, required: !optional } as Parameters<
    typeof ApiProperty
  >[0]);
}

/** Names of the fields of an answer, in declared order. */
export function shownFieldsOf<T extends object>(record: RecordClass<T>): (keyof T & string)[] {
  // @nestjs/swagger keeps each behind a colon.
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', record.prototype) as string[];
  return names.map((name) => name.slice(1) as keyof T & string);
}

/** A field of an answer that is null where it is not known or there is none. */
export const ShownOrNull = <T>(
  kind: Pick<Kind<T>, 'schema'>,
  options: FieldOptions & { optional?: boolean },
) => Shown(kind, { ...options, nullable: true });

/**
 * A field of an answer as another class describes the field of this name: an entity its column, a body its own.
 * `differs`: what the answer says otherwise. A field without a value is null.
 */
export function FieldOf<T extends object>(record: RecordClass<T>, differs: Partial<FieldOptions> = {}) {
  return <Name extends keyof T & string>(target: object, name: Name): void => {
    const field = fieldsOf(record).find((each) => each.name === name);
    if (field === undefined) throw new Error(`${record.name} has no field ${name}`);
    const { kind, description, example, optional, default: standard } = field;
    Shown(kind.shown === undefined ? kind : { schema: kind.shown }, {
      description,
      example,
      ...differs,
      ...(optional && standard === undefined && { nullable: true }),
    })(target, name);
  };
}

/** The writable fields of a record class, in declared order. */
export function fieldsOf(record: RecordClass): readonly RecordField[] {
  return (Reflect.getMetadata(RECORD_FIELDS, record.prototype) ?? []) as RecordField[];
}

function ignoredOf(record: RecordClass): ReadonlySet<string> {
  return new Set((Reflect.getMetadata(IGNORED_FIELDS, record.prototype) ?? []) as string[]);
}

/** A record read from untrusted input, or what is wrong with it. */
export type Reading<T> = { record: T; errors?: undefined } | { record?: undefined; errors: FieldError[] };

/**
 * Makes the reader of one JSON record: the same rules as the validation of a single write, without its
 * per-request reflection, for lists of records.
 */
export function jsonReader<T extends object>(record: RecordClass<T>): (value: unknown) => Reading<T> {
  const fields = fieldsOf(record);
  const names = new Set([...fields.flatMap(({ name, alias = name }) => [name, alias]), ...ignoredOf(record)]);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { errors: [{ pointer: '', code: 'invalid_type', detail: 'a JSON object is expected' }] };
    }
    const values = value as Record<string, unknown>;
    const errors: FieldError[] = [];
    for (const name of Object.keys(values)) {
      if (!names.has(name)) errors.push(unknownField(name));
    }
    const result: Record<string, unknown> = {};
    for (const { name, kind, optional, alias } of fields) {
      const place = alias !== undefined && !Object.hasOwn(values, name) ? alias : name;
      const raw = Object.hasOwn(values, place) ? values[place] : undefined;
      const read = readValue(kind, raw);
      if (read instanceof Invalid)
        errors.push({ pointer: pointerTo(place), code: read.code, detail: read.detail });
      else if (read !== undefined && read !== null) result[name] = read;
      else if (!optional) errors.push({ pointer: pointerTo(place), code: 'required', detail: 'is required' });
    }
    return errors.length > 0 ? { errors } : { record: result as T };
  };
}

/** The problem of a body field that no record of this kind has. */
export function unknownField(name: string): FieldError {
  return { pointer: pointerTo(name), code: 'unknown_field', detail: 'no such field' };
}
