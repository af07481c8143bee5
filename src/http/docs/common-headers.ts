import type { OpenAPIObject } from '@nestjs/swagger';
import { mapValues } from './map-values.js';

/** The parts of the document that are read or written here. */
interface Response {
  description?: string;
  headers?: Record<string, object>;
}

interface Operation {
  security?: readonly object[];
  responses: Record<string, Response>;
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

const REQUEST_ID = { 'X-Request-Id': text('Identifier of the request.') };
const RATE = {
  'RateLimit-Policy': text('Requests that a window allows, and its seconds.'),
  RateLimit: text('Requests left and seconds until the next window.'),
};
const TAG = { ETag: text('Version of the response, for If-None-Match.') };
const NOT_MODIFIED = {
  description: 'Not modified: the response is the one named in If-None-Match.',
  headers: { Link: text('Of a list, `rel="next"`: the next page.') },
};

/**
 * Gives every response the headers that the service sends with all of its kind: the identifier of the request, the rate
 * limit once the caller is known, and the version of what was read, with the 304 that it leads to.
 */
export function withCommonHeaders(document: OpenAPIObject): OpenAPIObject {
  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, (operation, method) => {
      const isLimited = (operation.security ?? []).length > 0;
      const isRead = method === 'get';
      const responses: Record<string, Response> = {
        ...operation.responses,
        ...(isRead && { 304: NOT_MODIFIED }),
      };
      return {
        ...operation,
        responses: mapValues(responses, (response, status) => ({
          ...response,
          headers: {
            ...REQUEST_ID,
            ...(isLimited && status !== '401' && RATE),
            ...(isRead && ['200', '304'].includes(status) && TAG),
            ...response.headers,
          },
        })),
      };
    }),
  );
  return { ...document, paths: paths as OpenAPIObject['paths'] };
}
