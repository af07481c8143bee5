import { type FieldError, pointerTo } from '../../errors/domain-errors.js';
import { Invalid } from '../../kinds/kinds.js';
import { dataSet } from '../dataset/data-set.js';
import { regionKind } from './country.dto.js';
import { Country } from './country.entity.js';
import { COUNTRY_FIELDS, type CountryField } from './country-fields.js';
import { COUNTRY_FLAGS } from './reference-flags.js';
import { REST_COUNTRIES } from './restcountries.js';

const FIELDS = new Map(COUNTRY_FIELDS.map((field) => [field.name, field]));
const REQUIRED = ['cca2', 'cca3', 'name', 'region'];

export const COUNTRY = dataSet(Country, {
  title: 'Countries and territories',
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
    if (field === undefined) refuse(name, 'unknown_field', 'no such field');
    else if (!fits(field, value)) refuse(name, 'invalid_type', expected(field));
    else if (field.of !== name && value !== record[field.of]) {
      refuse(name, 'inconsistent', `${name} is another name of ${field.of} and must be the same`);
    }
  }
  for (const name of REQUIRED) {
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

function fits({ schema, nullable }: CountryField, value: unknown): boolean {
  if (value === null) return nullable;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && (!schema.pattern || new RegExp(schema.pattern).test(value));
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    default:
      return typeof value === 'object' && !Array.isArray(value);
  }
}

function expected({ schema, nullable }: CountryField): string {
  const form = schema.pattern === undefined ? '' : ` matching ${schema.pattern}`;
  return `a JSON ${schema.type}${form}${nullable ? ' or null' : ''} is expected`;
}
