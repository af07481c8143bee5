import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';

/** The parts of the document that are read or written here. */
interface Response {
  headers?: Record<string, Header>;
  content?: Record<string, { schema?: { $ref?: string }; examples?: Record<string, unknown> }>;
}

interface Header {
  description?: string;
}

interface Parameter {
  name: string;
}

interface Operation {
  parameters?: Parameter[];
  responses: Record<string, Response>;
}

type Paths = Record<string, Record<string, Operation>>;
type Kind = 'responses' | 'parameters' | 'headers';

/**
 * Returns what replaces a part of an operation. `name`: of its component, undefined for a part that is never shared;
 * `rewritten`: the part with its own parts replaced.
 */
type Write = (kind: Kind, name: string | undefined, part: object, rewritten?: object) => object;

/** Names of the answers that operations share, by status, or by example if a status has several. */
const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  303: 'RecordExists',
  304: 'NotModified',
  400: 'InvalidInput',
  401: 'NotAuthenticated',
  403: 'NotPermitted',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'WrongState',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'NotComputable',
  429: 'TooManyRequests',
  503: 'Unavailable',
  reusedKey: 'IdempotencyKeyReused',
};

/**
 * Returns the same document, smaller: problem answers, headers and parameters that operations repeat are written once
 * in `components` and replaced by references. Of different ones with one name the most frequent becomes the
 * component; the others, and those that only one operation has, stay where they are.
 */
export function withComponents(document: OpenAPIObject): OpenAPIObject {
  const paths = document.paths as unknown as Paths;
  const frequent = mostFrequent(paths);
  const components: Record<Kind, Record<string, object>> = { responses: {}, parameters: {}, headers: {} };
  const shortPaths = rewrite(paths, (kind, name, part, rewritten = part) => {
    if (name === undefined || frequent.get(`${kind}/${name}`) !== JSON.stringify(part)) return rewritten;
    components[kind][name] = rewritten;
    return { $ref: `#/components/${kind}/${name}` };
  });
  return {
    ...document,
    paths: shortPaths as OpenAPIObject['paths'],
    components: { ...document.components, ...(mapValues(components, sorted) as object) },
  };
}

/** The part of each name (`headers/ETag`) that most operations have, as JSON; none that only one operation has. */
function mostFrequent(paths: Paths): Map<string, string> {
  const uses = new Map<string, Map<string, number>>();
  rewrite(paths, (kind, name, part) => {
    const variants = uses.get(`${kind}/${name}`) ?? new Map<string, number>();
    const text = JSON.stringify(part);
    uses.set(`${kind}/${name}`, variants.set(text, (variants.get(text) ?? 0) + 1));
    return part;
  });
  const frequent = new Map<string, string>();
  for (const [name, variants] of uses) {
    const [text, count] = [...variants].reduce((most, each) => (each[1] > most[1] ? each : most));
    if (count > 1) frequent.set(name, text);
  }
  return frequent;
}

/** Returns the paths with every header, response and parameter replaced by `write`. */
function rewrite(paths: Paths, write: Write): object {
  const withHeaders = (response: Response): object =>
    response.headers === undefined
      ? response
      : {
          ...response,
          headers: mapValues(response.headers, (header, name) =>
            write('headers', headerName(name, header), header),
          ),
        };
  return mapValues(paths, (path) =>
    mapValues(path, (operation) => ({
      ...operation,
      ...(operation.parameters !== undefined && {
        parameters: operation.parameters.map((parameter) =>
          write('parameters', parameterName(parameter), parameter),
        ),
      }),
      responses: mapValues(operation.responses, (response, status) =>
        write('responses', responseName(status, response), response, withHeaders(response)),
      ),
    })),
  );
}

/** `FromDateParameter`: client generators make types of these, and `Date` and `Symbol` are the language's. */
function parameterName({ name }: Parameter): string {
  return `${name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())}Parameter`;
}

/** `ETag` of a list and of a record mean different things. */
function headerName(name: string, { description = '' }: Header): string {
  return name === 'ETag' && description.includes('of the record') ? 'Record-ETag' : name;
}

/** Problems that also belong to a protocol carry its name: UdfNotFound. Successful answers are not shared. */
function responseName(status: string, { content = {} }: Response): string | undefined {
  const { schema, examples = {} } = content['application/problem+json'] ?? {};
  const name = RESPONSE_NAMES[Object.keys(examples)[0] ?? status] ?? RESPONSE_NAMES[status];
  const protocol = /\/(\w*)Problem(Document)?$/.exec(schema?.$ref ?? '')?.[1] ?? '';
  return name === undefined ? undefined : `${protocol}${name}`;
}

function sorted(components: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));
}
