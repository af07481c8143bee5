import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';

type Operations = Record<string, { parameters?: readonly Parameter[] } | undefined>;

/** The part of a parameter that is read here; nothing of a reference. */
interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
  required?: boolean;
  description?: string;
  schema?: { example?: unknown };
}

/** Parameters of every list, in the order in which a reader needs them: after those that select records. */
const OF_EVERY_LIST = ['fields', 'order', 'limit', 'offset', 'cursor', 'total', 'format', 'csv'];

/**
 * The document as the interactive page needs it. The page fills in every example and sends it: cursors that lead
 * nowhere, and filters that exclude each other, so that no call would succeed as it is. Examples of optional parameters
 * are therefore moved to their descriptions; the document that programs read keeps them. Parameters are in the order of
 * their use.
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
              parameters: inOrderOfUse(operation.parameters, parameters).map(withExampleInText),
            },
      ),
    ) as OpenAPIObject['paths'],
  };
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
    const { in: place, name = '', required } = shared[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
    if (place === 'path') return -3;
    if (required === true) return -2;
    return place === 'header' ? OF_EVERY_LIST.length : OF_EVERY_LIST.indexOf(name);
  };
  return parameters.toSorted((one, other) => rank(one) - rank(other));
}
