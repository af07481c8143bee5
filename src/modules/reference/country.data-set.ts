import { type FieldError, pointerTo } from '../../errors/domain-errors.js';
import { Invalid, type Schema } from '../../kinds/kinds.js';
import { dataSet } from '../dataset/data-set.js';
import { regionKind } from './country.dto.js';
import { Country } from './country.entity.js';
import { COUNTRY_FIELDS, REQUIRED_COUNTRY_FIELDS } from './country-fields.js';
import { COUNTRY_FLAGS } from './reference-flags.js';
import { REST_COUNTRIES } from './restcountries.js';

const FIELDS = new Map(COUNTRY_FIELDS.map((field) => [field.name, field]));

export const COUNTRY = dataSet(Country, {
  title: 'Countries and territories',
  isComputedFrom: false,
  check: ({ cca2, record }) => checkCountry(cca2, JSON.parse(record) as Record<string, unknown>),
  followKey: ({ cca2, record }) => ({ cca2, record: withCode(cca2, JSON.parse(record)) }),
  publishedForms: [REST_COUNTRIES],
  flags: COUNTRY_FLAGS,
});

/** JSON text of a country's record with another code, under each of its names that the record has. */
function withCode(cca2: string, record: Record<string, unknown>): string {
  const isCode = (name: string) => FIELDS.get(name)?.of === 'cca2';
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isCode(name) ? cca2 : value])),
  );
}

/** Returns the errors of a country's record, by pointers into it; the types are those of the documentation. */
function checkCountry(cca2: string, record: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (name: string, code: string, detail: string, below = '') =>
    errors.push({ pointer: `/record${pointerTo(name)}${below}`, code, detail });
  for (const [name, value] of Object.entries(record)) {
    const field = FIELDS.get(name);
    const misfit = field && misfitOf({ ...field.schema, nullable: field.nullable }, value);
    if (field === undefined) refuse(name, 'unknown_field', 'no such field');
    else if (misfit !== undefined) refuse(name, 'invalid_type', expected(misfit.schema), misfit.at);
    else if (field.of !== name && value !== record[field.of]) {
      refuse(name, 'inconsistent', `${name} is another name of ${field.of} and must be the same`);
    }
  }
  for (const name of REQUIRED_COUNTRY_FIELDS) {
    if (record[name] === undefined || record[name] === null) refuse(name, 'required', 'is required');
  }
  if (record.cca2 !== undefined && record.cca2 !== cca2) {
    refuse('cca2', 'key_differs', `the key is ${cca2}`);
  }
  const region = typeof record.region === 'string' ? regionKind.fromJson(record.region) : undefined;
  if (region instanceof Invalid) refuse('region', region.code, region.detail);
  const name = record.name as { common?: unknown } | null | undefined;
  if (name && (typeof name.common !== 'string' || name.common.trim() === '')) {
    refuse('name', 'required', 'a common name is required', '/common');
  }
  return errors;
}

/** A value inside a field that its schema does not allow. */
interface Misfit {
  /** JSON pointer from the field on */
  at: string;
  schema: Schema;
}

/** Finds the first value in a field that is not as documented; members that the documentation does not name are allowed. */
function misfitOf(schema: Schema, value: unknown, at = ''): Misfit | undefined {
  if (value === null) return schema.nullable ? undefined : { at, schema };
  if (!fits(schema, value)) return { at, schema };
  if (typeof value !== 'object') return undefined;
  for (const [name, each] of Object.entries(value)) {
    const inner = schema.items ?? schema.properties?.[name] ?? schema.additionalProperties;
    const misfit =
      typeof inner === 'object' ? misfitOf(inner as Schema, each, at + pointerTo(name)) : undefined;
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function fits({ type, pattern, enum: words }: Schema, value: unknown): boolean {
  switch (type) {
    case 'string':
      return (
        typeof value === 'string' &&
        (pattern === undefined || new RegExp(pattern).test(value)) &&
        (words === undefined || words.includes(value))
      );
    case 'integer':
      return Number.isSafeInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function expected({ type, pattern, enum: words, nullable }: Schema): string {
  const form =
    (pattern === undefined ? '' : ` matching ${pattern}`) +
    (words === undefined ? '' : ` (${words.filter((word) => word !== null).join(', ')})`);
  return `a JSON ${type}${form}${nullable ? ' or null' : ''} is expected`;
}
