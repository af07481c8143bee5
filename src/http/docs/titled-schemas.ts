import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';

/** The parts of the document that are read or written here. */
interface Node {
  $ref?: string;
  title?: string;
  example?: unknown;
  items?: Node;
  properties?: Record<string, Node>;
}

type Content = Record<string, { schema?: Node; example?: unknown }>;

interface Operation {
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/**
 * Moves the schemas of bodies and answers that have a title, and such schemas of their parts, to the components of that
 * name. Generators of clients name types after components, and merely number what is inline: `Response17`. An example
 * stays with the body or answer, as it is of that one.
 * @throws Error if different schemas have the same title
 */
export function withTitledSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas: Record<string, object> = {};
  const toComponents = ({ title, ...schema }: Node): Node => {
    const { items, properties } = schema;
    const whole = {
      ...schema,
      ...(items !== undefined && { items: toComponents(items) }),
      ...(properties !== undefined && { properties: mapValues(properties, toComponents) }),
    };
    if (title === undefined) return whole;
    const earlier = schemas[title] ?? whole;
    if (JSON.stringify(earlier) !== JSON.stringify(whole)) throw new Error(`Two schemas are named ${title}`);
    schemas[title] = whole;
    return { $ref: `#/components/schemas/${title}` };
  };
  const partOf = (schema: Node): Content[string] => {
    const { example, ...rest } = schema;
    if (schema.title === undefined || example === undefined) return { schema: toComponents(schema) };
    return { schema: toComponents(rest), example };
  };
  const inContent = <T extends { content?: Content }>(part: T): T =>
    part.content === undefined
      ? part
      : {
          ...part,
          content: mapValues(part.content, (each) =>
            each.schema === undefined ? each : { ...each, ...partOf(each.schema) },
          ),
        };
  const paths = mapValues(document.paths as unknown as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, ({ requestBody, responses, ...operation }) => ({
      ...operation,
      ...(requestBody !== undefined && { requestBody: inContent(requestBody) }),
      responses: mapValues(responses, inContent),
    })),
  );
  const { components } = document;
  return {
    ...document,
    paths: paths as unknown as OpenAPIObject['paths'],
    components: { ...components, schemas: { ...components?.schemas, ...schemas } },
  };
}
