import { PRESETS } from './preset/presets.js';

interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

/** References to the schemas within a declaration. */
const PART = /#\/components\/schemas\/(Source[A-Za-z]+)/g;

/** JSON Schema of the file that SOURCES_FILE names, built from the schemas of the OpenAPI document. */
export function sourcesSchema(document: { components?: { schemas?: Record<string, unknown> } }): object {
  const schemas = document.components?.schemas ?? {};
  const { properties = {}, required = [] } = (schemas.SourceWrite ?? {}) as ObjectSchema;
  const parts = [...JSON.stringify(properties).matchAll(PART)].map(([, name = '']) => name).sort();
  const source = {
    type: 'object',
    properties: {
      preset: {
        enum: PRESETS.map(({ name }) => name),
        description: 'Preset whose declaration holds where this one says nothing.',
      },
      ...properties,
    },
    anyOf: [{ required: ['preset'] }, { required }],
    additionalProperties: false,
  };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sources of the market data service',
    type: 'object',
    properties: {
      sources: {
        type: 'object',
        description: 'Declarations by the names of the sources.',
        propertyNames: { pattern: '^(?!preset$)[a-z][a-z0-9-]{1,62}$' },
        additionalProperties: source,
      },
    },
    required: ['sources'],
    additionalProperties: false,
    $defs: Object.fromEntries(
      parts.map((name) => [name, { ...(schemas[name] as object), additionalProperties: false }]),
    ),
  };
  return JSON.parse(JSON.stringify(schema).replaceAll(PART, '#/$defs/$1')) as object;
}
