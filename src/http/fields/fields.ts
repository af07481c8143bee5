import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsOptional, ValidateBy } from 'class-validator';
import { type FieldError, pointerTo } from '../../errors/domain-errors.js';
import { valueWithoutNoise } from '../../kinds/float-noise.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { Invalid, type Kind, type Schema } from '../../kinds/kinds.js';

/** What a field may state besides its kind, its description and an example. */
export interface FieldOptions {
  /** documented default; the service applies it */
  default?: unknown;
}

/** The same for a body field. */
export interface BodyFieldOptions extends FieldOptions {
  optional?: boolean;
  /** another name under which records in lists may give it; its own name wins */
  alias?: string;
}

/** The same for a field of an answer. */
interface ShownOptions {
  nullable?: boolean;
  /** present only in some answers */
  optional?: boolean;
}

/** A body field, as the import, the bulk insert and the single write read it. */
export interface RecordField extends BodyFieldOptions {
  name: string;
  kind: Kind<unknown>;
  description: string;
  example?: unknown;
  optional: boolean;
}

const RECORD_FIELDS = Symbol('record fields');
const IGNORED_FIELDS = Symbol('ignored fields');
/** every name that a query or body class accepts */
const KNOWN_NAMES = Symbol('known names');

/** A name that a query or body class accepts; without a kind it is ignored. */
export interface KnownName {
  kind: Kind<unknown> | undefined;
  optional: boolean;
  /** the parameter for which it is another name */
  aliasOf?: string;
}

/** A class whose decorated properties describe a record or a query. */
export type RecordClass<T = object> = new () => T;

/** A query parameter: read by the query reader. */
function parameter<T>(kind: Kind<T>, optional: boolean, text: object, aliasOf?: string): PropertyDecorator {
  return applyDecorators(
    knownName({ kind, optional, ...(aliasOf !== undefined && { aliasOf }) }),
    ApiProperty({ ...kind.schema, ...text, required: !optional } as Parameters<typeof ApiProperty>[0]),
  );
}

/** What the document states about a field; without an example the field has that of its kind. */
function textOfField(description: string, example: unknown, { default: standard }: FieldOptions): object {
  return {
    description,
    ...(example !== undefined && { example }),
    ...(standard !== undefined && { default: standard }),
  };
}

function bodyField<T>(kind: Kind<T>, optional: boolean, text: object): PropertyDecorator {
  return applyDecorators(
    parameter(kind, optional, { ...text, ...(optional && orNull(kind.schema)) }),
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

/** Registers a name with its class; inherited names are kept. */
function knownName(name: KnownName): PropertyDecorator {
  return (target, property) => {
    Reflect.defineMetadata(KNOWN_NAMES, new Map(namesOf(target)).set(String(property), name), target);
  };
}

/** Every name that a class accepts, inherited ones included, in declared order. */
export function knownNames(of: RecordClass): ReadonlyMap<string, KnownName> {
  return namesOf(of.prototype);
}

function namesOf(target: object): ReadonlyMap<string, KnownName> {
  return (Reflect.getMetadata(KNOWN_NAMES, target) ?? new Map()) as ReadonlyMap<string, KnownName>;
}

/**
 * Returns what is refused of a body before its values are looked at: names that no field has, and nested
 * values where a plain one belongs. Runs first, because the validator's own check of names takes what every object
 * inherits (`toString`) for known, and its conversion walks into values that are refused anyway.
 */
export function screen(of: RecordClass, body: object): { name: string; invalid: Invalid | undefined }[] {
  const names = knownNames(of);
  const refusals: { name: string; invalid: Invalid | undefined }[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (!names.has(name)) refusals.push({ name, invalid: undefined });
    else if (typeof value === 'object' && value !== null) {
      const kind = names.get(name)?.kind;
      const invalid = Array.isArray(value) && !isStructured(kind) ? GIVEN_TWICE : kind?.fromJson(value);
      if (invalid instanceof Invalid) refusals.push({ name, invalid });
    }
  }
  return refusals;
}

function isStructured(kind: Kind<unknown> | undefined): boolean {
  return kind === undefined || kind.schema.type === 'array' || kind.schema.type === 'object';
}

export const GIVEN_TWICE = new Invalid('given_twice', 'one value is expected');

function readValue<T>(kind: Kind<T>, raw: unknown): T | Invalid | undefined | null {
  return raw === undefined || raw === null ? raw : kind.fromJson(valueWithoutNoise(kind, raw));
}

/** An optional query parameter of this kind: validation, conversion and documentation in one. */
export const QueryField = <T>(
  kind: Kind<T>,
  description: string,
  example?: unknown,
  options: FieldOptions = {},
) => parameter(kind, true, textOfField(description, example, options));

/**
 * Another name for an optional query parameter; the query object has the parameter's own name only. Giving both is
 * refused. Documented like the specification's own names.
 */
export const QueryAlias = <T>(aliasOf: string, kind: Kind<T>, description: string, example: unknown) =>
  parameter(
    { ...kind, schema: { ...kind.schema, ...{ 'x-alias-of': aliasOf } } },
    true,
    { description, example },
    aliasOf,
  );

/** A required query parameter. */
export const RequiredQueryField = <T>(kind: Kind<T>, description: string, example: unknown) =>
  parameter(kind, false, { description, example });

/**
 * A field of a JSON body: validation, conversion and documentation, also for lists of such bodies. `alias` is
 * another name under which bulk insert and import accept it, if its name in answers is that of a control field:
 * the publisher's `id`. Next to the field's own name the alias is the control field of a record read back.
 */
export function BodyField<T>(
  kind: Kind<T>,
  description: string,
  example?: unknown,
  options: BodyFieldOptions = {},
): PropertyDecorator {
  return (target, property) => {
    const { optional = false } = options;
    bodyField(kind, optional, textOfField(description, example, options))(target, property);
    addRecordField(target, { ...options, name: String(property), kind, description, example, optional });
  };
}

/** A field that a JSON body may leave out. */
export const OptionalField = <T>(
  kind: Kind<T>,
  description: string,
  example?: unknown,
  options: BodyFieldOptions = {},
) => BodyField(kind, description, example, { ...options, optional: true });

/** Adds a field to those of a record class, after its existing ones. */
export function addRecordField(target: object, field: RecordField): void {
  const fields = (Reflect.getMetadata(RECORD_FIELDS, target) ?? []) as RecordField[];
  Reflect.defineMetadata(RECORD_FIELDS, [...fields, field], target);
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

/** A field of an answer: documentation only. */
export function Shown<T>(
  kind: Pick<Kind<T>, 'schema'>,
  description: string,
  example?: unknown,
  { nullable, optional = false }: ShownOptions = {},
): PropertyDecorator {
  const text = textOfField(description, example, {});
  return ApiProperty({
    ...kind.schema,
    ...text,
    ...(nullable && orNull(kind.schema)),
    required: !optional,
  } as Parameters<typeof ApiProperty>[0]);
}

/** What a schema states besides if null is a value, too; nothing for a reference, which OpenAPI 3.0 cannot extend. */
function orNull({ type, enum: words }: Schema): object {
  if (type === undefined) return {};
  // In OpenAPI 3.0 `nullable` does not add null to an enum.
  return { ...(words !== undefined && { enum: [...words, null] }), nullable: true };
}

/** Names of the fields of an answer, in declared order. */
export function shownFieldsOf<T extends object>(record: RecordClass<T>): (keyof T & string)[] {
  // @nestjs/swagger stores each with a leading colon.
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', record.prototype) as string[];
  return names.map((name) => name.slice(1) as keyof T & string);
}

/** A field of an answer that is null if the value is not known or there is none. */
export const ShownOrNull = <T>(
  kind: Pick<Kind<T>, 'schema'>,
  description: string,
  example?: unknown,
  options: Omit<ShownOptions, 'nullable'> = {},
) => Shown(kind, description, example, { ...options, nullable: true });

/**
 * A field of an answer, described as another class describes its field of this name: an entity its column, a body its
 * own; with another example if one is given. A field without a value is null.
 */
export function FieldOf<T extends object>(record: RecordClass<T>, ownExample?: unknown) {
  return <Name extends keyof T & string>(target: object, name: Name): void => {
    const field = fieldsOf(record).find((each) => each.name === name);
    if (field === undefined) throw new Error(`${record.name} has no field ${name}`);
    const { kind, description, example, optional, default: standard } = field;
    const shownKind = kind.shown === undefined ? kind : { schema: kind.shown };
    Shown(shownKind, description, ownExample ?? example, { nullable: optional && standard === undefined })(
      target,
      name,
    );
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
  return (values) => {
    if (!isJsonObject(values)) {
      return { errors: [{ pointer: '', code: 'invalid_type', detail: 'a JSON object is expected' }] };
    }
    const errors: FieldError[] = [];
    for (const name of Object.keys(values)) {
      if (!names.has(name)) errors.push(unknownField(name));
    }
    const result: Record<string, unknown> = {};
    for (const { name, kind, optional, alias } of fields) {
      const place = alias !== undefined && !Object.hasOwn(values, name) ? alias : name;
      const raw = Object.hasOwn(values, place) ? values[place] : undefined;
      const read = readValue(kind, raw);
      if (read instanceof Invalid) errors.push(...errorsAt(place, read));
      else if (read !== undefined && read !== null) result[name] = read;
      else if (!optional) errors.push({ pointer: pointerTo(place), code: 'required', detail: 'is required' });
    }
    return errors.length > 0 ? { errors } : { record: result as T };
  };
}

/** What is wrong within the value of a field, each error with its place in the value. */
export class InvalidWithin extends Invalid {
  constructor(readonly errors: readonly FieldError[]) {
    super(
      'invalid_format',
      errors.map(({ pointer = '', detail }) => (pointer && `${pointer.slice(1)}: `) + detail).join('; '),
    );
  }
}

/** What is wrong with the value of a field, with its place in the body. */
export function errorsAt(name: string, invalid: Invalid): FieldError[] {
  const place = pointerTo(name);
  return invalid instanceof InvalidWithin
    ? invalid.errors.map(({ pointer = '', ...error }) => ({ pointer: place + pointer, ...error }))
    : [{ pointer: place, code: invalid.code, detail: invalid.detail }];
}

/** The problem of a body field that no record of this kind has. */
export function unknownField(name: string): FieldError {
  return { pointer: pointerTo(name), code: 'unknown_field', detail: 'no such field' };
}
