import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Document, Operation, Schema } from './document.js';

/** Faults of an answer by the schema of its operation, strictly: objects with properties have no others. */
export function faultsOf(document: Document, operation: Operation, status: number, body: unknown): string[] {
  const content = operation.responses[status]?.content ?? {};
  const schema = (content['application/json'] ?? content['application/problem+json'])?.schema;
  if (schema === undefined) return [`${operation.path} ${status} has no schema`];
  const check = validatorOf(document).compile(into(closed(schema)));
  check(body);
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const validators = new WeakMap<Document, Ajv>();

/** A validator that has the document's components; one per document, because creating it takes a while. */
export function validatorOf(document: Document): Ajv {
  const cached = validators.get(document);
  if (cached !== undefined) return cached;
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(into({ components: closed(document.components) } as Schema), 'document');
  validators.set(document, ajv);
  return ajv;
}

/** The same schema with its references pointing into the registered document. */
export function into(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as Schema;
}

function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  const isObject =
    copy.type === 'object' && typeof copy.properties === 'object' && !('additionalProperties' in copy);
  return (isObject ? { ...copy, additionalProperties: false } : copy) as T;
}
