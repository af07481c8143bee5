import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';

type Operations = Record<string, Operation | undefined>;

/** The part of an operation that is read here. */
interface Operation {
  parameters?: readonly Parameter[];
  responses?: Readonly<Record<string, { content?: object }>>;
}

/** The part of a parameter that is read here; nothing of a reference. */
interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
  required?: boolean;
  description?: string;
  schema?: { example?: unknown; default?: unknown };
}

/** Parameters of every list, in the order in which a reader needs them: after those that select records. */
const OF_EVERY_LIST = ['fields', 'order', 'limit', 'offset', 'cursor', 'total', 'format', 'csv'];

/**
 * The document as the interactive page needs it. The page fills in every example and sends it: cursors that lead
 * nowhere, and filters that exclude each other, so that no call would succeed as it is. Examples of optional parameters
 * are therefore moved to their descriptions; the document that programs read keeps them. Parameters are in the order of
 * their use. The page shows a response when it has ended, a stream of events never: it asks for their list.
 */
export function explorerDocument(document: OpenAPIObject): OpenAPIObject {
  const parameters = (document.components?.parameters ?? {}) as Record<string, Parameter>;
  return {
    ...document,
    components: {
      ...document.components,
      parameters: mapValues(parameters, withExampleInText) as never,
    },
    paths: mapValues(document.paths as Record<string, Operations>, (path) =>
      mapValues(path, (operation) =>
        operation?.parameters === undefined
          ? operation
          : {
              ...operation,
              parameters: inOrderOfUse(operation.parameters, parameters)
                .map((parameter) => (isStream(operation) ? asList(parameter, parameters) : parameter))
                .map(withExampleInText),
            },
      ),
    ) as OpenAPIObject['paths'],
  };
}

function isStream({ responses }: Operation): boolean {
  return 'text/event-stream' in (responses?.['200']?.content ?? {});
}

/** The parameter that chooses the format, with JSON filled in; every other one as it is. */
function asList(parameter: Parameter, shared: Readonly<Record<string, Parameter>>): Parameter {
  const own = resolved(parameter, shared);
  return own.name === 'format' ? { ...own, schema: { ...own.schema, default: 'json' } } : parameter;
}

function resolved(parameter: Parameter, shared: Readonly<Record<string, Parameter>>): Parameter {
  return shared[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
}

function withExampleInText(parameter: Parameter): Parameter {
  const { schema, required, description = '' } = parameter;
  // Without its example, the page would make up members of an object.
  if (required === true || schema?.example === undefined || typeof schema.example === 'object')
    return parameter;
  const { example, ...rest } = schema;
  return {
    ...parameter,
    description: `${description} Example: \`${String(example)}\`.`.trim(),
    schema: rest,
  };
}

/** Path parameters, then required ones, then those that select, and then those of every list. */
function inOrderOfUse(
  parameters: readonly Parameter[],
  shared: Readonly<Record<string, Parameter>>,
): readonly Parameter[] {
  const rank = (parameter: Parameter): number => {
    const { in: place, name = '', required } = resolved(parameter, shared);
    if (place === 'path') return -3;
    if (required === true) return -2;
    return place === 'header' ? OF_EVERY_LIST.length : OF_EVERY_LIST.indexOf(name);
  };
  return parameters.toSorted((one, other) => rank(one) - rank(other));
}
