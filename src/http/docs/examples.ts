import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';
import { PROBLEM_EXAMPLES, problemExample } from './problem-examples.js';

/** The parts of the document that are read or written here. */
interface Node {
  $ref?: string;
  type?: string;
  example?: unknown;
  allOf?: Node[];
  oneOf?: Node[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  default?: unknown;
}

interface Content {
  schema?: Node;
  example?: unknown;
}

interface Operation {
  parameters?: { name: string; schema?: Node }[];
  responses: Record<string, { content?: Record<string, Content> }>;
  /** see OperationText */
  example?: object;
  unit?: string;
  resolved?: object;
}

/**
 * Gives every successful JSON answer its own example, composed of the examples of its fields, and every problem
 * that of its status, so that every reader of the document finds one. What an operation states differently in its text takes
 * precedence.
 */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Node>;
  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, ({ example, unit, resolved, ...operation }) => {
      const limit = operation.parameters?.find(({ name }) => name === 'limit')?.schema?.default;
      const answer = (schema: Node, isRecord: boolean) => {
        const whole = compose(schema, schemas);
        if (!isRecord) return whole;
        return isList(whole) ? listOf(whole, { example, unit, limit, resolved }) : differing(whole, example);
      };
      return { ...operation, responses: withAnswers(operation, answer) };
    }),
  ) as OpenAPIObject['paths'];
  return { ...document, paths, components: { ...document.components, examples: { ...PROBLEM_EXAMPLES } } };
}

/** The responses with their examples; a problem with its own members has only the examples of its fields. */
function withAnswers(
  { parameters, responses }: Operation,
  answer: (schema: Node, isRecord: boolean) => unknown,
) {
  const takesKey = parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (response.content === undefined) return [status, response];
      const name = problemExample(status, takesKey);
      // A 202 next to an answer of completed work is something other than the record.
      const isRecord = status !== '202' || !('200' in responses || '201' in responses);
      const content = mapValues(response.content, (each, type) => {
        if (each.schema === undefined) return each;
        if (type === 'application/json') return { ...each, example: answer(each.schema, isRecord) };
        return each.schema.$ref?.endsWith('/ProblemDocument')
          ? { ...each, examples: { [name]: { $ref: `#/components/examples/${name}` } } }
          : each;
      });
      return [status, { ...response, content }];
    }),
  );
}

/** The example of a schema: its own, else that of its parts; undefined if there is none. */
function compose(schema: Node, schemas: Readonly<Record<string, Node>>): unknown {
  if ('example' in schema) return schema.example;
  if (schema.$ref !== undefined) {
    const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return target === undefined ? undefined : compose(target, schemas);
  }
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => compose(part, schemas)));
  }
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  if (first !== undefined) return compose(first, schemas);
  if (schema.items !== undefined) {
    const item = compose(schema.items, schemas);
    return item === undefined ? [] : [item];
  }
  if (schema.type !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .map(([key, property]) => [key, compose(property, schemas)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

interface List {
  data: object[];
  meta: object;
}

function isList(whole: unknown): whole is List {
  return typeof whole === 'object' && whole !== null && 'data' in whole && 'meta' in whole;
}

/** What `meta` does not state about a list unless its operation names it. */
const NOT_RESOLVED = { date: undefined, code: undefined, from_date: undefined, to_date: undefined };

/** A list that is complete on its page: its only record, and the envelope that goes with it. */
function listOf(
  { data, meta }: List,
  { example, unit, limit, resolved }: { example?: object; unit?: string; limit: unknown; resolved?: object },
): List {
  const none = { notices: undefined, ...NOT_RESOLVED }; // a list with rows has no notices
  const facts = { count: data.length, next: null, unit: unit ?? null, ...none, ...resolved };
  return {
    data: data.map((record) => differing(record, example) as object),
    meta: differing(meta, { ...facts, ...(limit !== undefined && { limit }) }) as object,
  };
}

/** The composed example with the fields that differ; a field that is undefined among them is left out. */
function differing(composed: unknown, example: object | undefined): unknown {
  if (example === undefined || typeof composed !== 'object') return composed;
  return Object.fromEntries(
    Object.entries({ ...composed, ...example }).filter(([, value]) => value !== undefined),
  );
}
