import { describe, expect, it } from '@jest/globals';
import { explorerDocument } from '../../../src/http/docs/explorer-document.js';

const limit = {
  name: 'limit',
  in: 'query',
  required: false,
  description: 'Rows.',
  schema: { type: 'integer', example: 20 },
};
const key = {
  name: 'key',
  in: 'query',
  required: false,
  schema: { type: 'object', example: { ticker: 'VNM' } },
};

const format = { name: 'format', in: 'query', required: false, schema: { type: 'string' } };
const reference = { $ref: '#/components/parameters/FormatParameter' };
const content = { 'application/json': {}, 'text/event-stream': {} };

describe('the document of the interactive page', () => {
  const { paths } = explorerDocument({
    openapi: '3.0.3',
    info: { title: 'Quotes', version: '1' },
    components: { parameters: { FormatParameter: format } },
    paths: {
      '/quote': { get: { parameters: [limit, key, reference], responses: {} } },
      '/svc/events': { get: { parameters: [limit, reference], responses: { 200: { content } } } },
    },
  } as never);

  it('an optional parameter has its example in words, so that the page leaves it out', () => {
    expect(paths['/quote']?.get?.parameters).toContainEqual({
      ...limit,
      description: 'Rows. Example: `20`.',
      schema: { type: 'integer' },
    });
  });

  it('an object keeps it: of one without an example the page makes up the members', () => {
    expect(paths['/quote']?.get?.parameters).toContainEqual(key);
  });

  it('events are requested as a list: the page waits for the end of a response, and a stream has none', () => {
    expect(paths['/svc/events']?.get?.parameters).toContainEqual({
      ...format,
      schema: { type: 'string', default: 'json' },
    });
    expect(paths['/quote']?.get?.parameters).toContainEqual(reference);
  });
});
