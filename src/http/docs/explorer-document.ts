import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';

type Operations = Record<string, { parameters?: readonly Parameter[] } | undefined>;

/** The part of a parameter that is read here; nothing of a reference. */
interface Parameter {
  required?: boolean;
  description?: string;
  schema?: { example?: unknown };
}

/**
 * The document as the interactive page needs it. It fills in every example and sends it: cursors of nowhere, and
 * filters that exclude each other, so that no call would succeed as it stands. Examples of optional parameters are
 * therefore given in their description there; the document that programs read keeps them.
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
          : { ...operation, parameters: operation.parameters.map(withExampleInText) },
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
