import type { TestApp } from '../app.js';

/** The parts of a JSON schema that the tests use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  nullable?: boolean;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  /** other parameters that its example needs */
  'x-goes-with'?: Record<string, string>;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

export interface Operation {
  /** upper case */
  method: string;
  /** as in the document: /svc/quote/{id} */
  path: string;
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: object[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, Content> }>;
  'x-permission'?: string;
  'x-principal-permission'?: string;
}

export interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<string, Omit<Operation, 'method' | 'path' | 'parameters'> & { parameters?: Parameter[] }>
  >;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, object>;
    examples?: Record<string, { value: unknown }>;
    securitySchemes?: object;
  };
  security?: object[];
}

/** The document as published by the service. */
export async function documentOf(service: TestApp): Promise<Document> {
  return (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
}

/** Every operation of the document, in order, with its shared parameters, responses and headers inlined. */
export function operationsOf(document: Document): Operation[] {
  const { paths } = inlined(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
    })),
  );
}

/** The document with its shared parameters, responses and headers inlined wherever it refers to them. */
export function inlined<T extends object>(document: T): T {
  const { components } = document as { components?: Record<string, Record<string, object> | undefined> };
  const inPlace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inPlace);
    if (typeof value !== 'object' || value === null) return value;
    const reference = /^#\/components\/(parameters|responses|headers)\/(.+)$/.exec(
      String((value as { $ref?: unknown }).$ref),
    );
    if (reference !== null) {
      const [whole, kind = '', name = ''] = reference;
      const component = components?.[kind]?.[name];
      if (component === undefined) throw new Error(`the document lacks ${whole}`);
      return inPlace(component);
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inPlace(each)]));
  };
  return inPlace(document) as T;
}

/** The schema that a reference points to. */
export function resolved(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const target = document.components.schemas[name];
  if (target === undefined) throw new Error(`the document lacks ${schema.$ref}`);
  return resolved(document, target);
}

/** The JSON schema of an operation's body, or undefined when it takes none. */
export function bodySchema(document: Document, operation: Operation): Schema | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema === undefined ? undefined : resolved(document, schema);
}

/** The document's example value of a parameter; a UUID or a choice needs none. */
export function exampleOf({ name, schema, example }: Parameter): string {
  const value = example ?? schema.example ?? schema.examples?.[0] ?? schema.enum?.[0];
  if (value !== undefined) return Array.isArray(value) ? value.join(',') : String(value);
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  throw new Error(`no example of ${name}`);
}

/** A query parameter by its example; an object appears as its members, as OpenAPI explodes it. */
function queryPart(parameter: Parameter): string {
  const { example } = parameter.schema;
  const pairs =
    parameter.schema.type === 'object' && typeof example === 'object' && example !== null
      ? Object.entries(example)
      : [[parameter.name, exampleOf(parameter)]];
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

/** A URL of the operation: path parameters by example unless given, required query parameters by example. */
export function urlOf(
  operation: Operation,
  values: { path?: Record<string, string>; query?: string[] } = {},
): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    if (parameter === undefined) throw new Error(`${operation.path}: {${name}} is not described`);
    return values.path?.[name] ?? encodeURIComponent(exampleOf(parameter));
  });
  const queryNames = new Set((values.query ?? []).map((pair) => pair.split('=', 1)[0]));
  const required = operation.parameters
    .filter((each) => each.in === 'query' && each.required === true && !queryNames.has(each.name))
    .map(queryPart);
  // Endless streams are requested as lists.
  const streams = operation.responses['200']?.content?.['text/event-stream'] !== undefined;
  const list = streams && !queryNames.has('format') ? ['format=json'] : [];
  const query = [...required, ...(values.query ?? []), ...list].join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** The longest page of a read, of at most `rows`, with those `values` of which it has parameters; others as in {@link urlOf}. */
export function longestPageOf(
  operation: Operation,
  values: Record<string, string> = {},
  rows = 10_000,
): string {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => {
      const value = values[name] ?? (name === 'limit' ? Math.min(rows, schema.maximum ?? rows) : undefined);
      return value === undefined ? [] : `${name}=${value}`;
    });
  return urlOf(operation, { path: values, query });
}
