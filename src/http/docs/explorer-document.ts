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

/** Parameters of every list, in the order in which a reader needs them: after those that say what is selected. */
const OF_EVERY_LIST = ['fields', 'order', 'limit', 'offset', 'cursor', 'total', 'format', 'csv'];

/**
 * The document as the interactive page needs it. It fills in every example and sends it: cursors of nowhere, and
 * filters that exclude each other, so that no call would succeed as it stands. Examples of optional parameters are
 * therefore given in their description there; the document that programs read keeps them. Parameters stand in the order
 * of their use.
 */
export function explorerDocument(document: OpenAPIObject): OpenAPIObject {
  const shared = (document.components?.parameters ?? {}) as Record<string, Parameter>;
  return {
    ...document,
    components: {
      ...document.components,
      parameters: mapValues(shared, withExampleInText) as never,
    },
    paths: mapValues(document.paths as Record<string, Operations>, (path) =>
      mapValues(path, (operation) =>
        operation?.parameters === undefined
          ? operation
          : { ...operation, parameters: inOrderOfUse(operation.parameters, shared).map(withExampleInText) },
      ),
    ) as OpenAPIObject['paths'],
  };
}

function withExampleInText(parameter: Parameter): Parameter {
  const { schema, required, description = '' } = parameter;
  if (required === true || schema?.example === undefined) return parameter;
  const { example, ...rest } = schema;
  return {
    ...parameter,
    description: `${description} Example: \`${String(example)}\`.`.trim(),
    schema: rest,
  };
}

/** What the path needs, what is required, what is asked for, and then what every list has. */
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
