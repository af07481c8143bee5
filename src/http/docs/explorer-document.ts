import type { OpenAPIObject } from '@nestjs/swagger';

type Operations = Record<string, { parameters?: readonly Parameter[] } | undefined>;

/** The part of a parameter that is read here. */
interface Parameter {
  required?: boolean;
  description?: string;
  schema?: { example?: unknown };
}

/**
 * The document as the interactive page needs it. It fills in every example and sends it: cursors of nowhere, and
 * filters that exclude each other, so that no call would succeed as it stands. Examples of optional parameters are
 * therefore told in their description there; the document that programs read keeps them.
 */
export function explorerDocument(document: OpenAPIObject): OpenAPIObject {
  return {
    ...document,
    paths: mapValues(document.paths as Record<string, Operations>, (path) =>
      mapValues(path, (operation) =>
        operation?.parameters === undefined
          ? operation
          : { ...operation, parameters: operation.parameters.map(withToldExample) },
      ),
    ) as OpenAPIObject['paths'],
  };
}

function withToldExample(parameter: Parameter): Parameter {
  const { schema, required, description = '' } = parameter;
  if (required === true || schema?.example === undefined) return parameter;
  const { example, ...rest } = schema;
  return {
    ...parameter,
    description: `${description} Example: \`${String(example)}\`.`.trim(),
    schema: rest,
  };
}

function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
