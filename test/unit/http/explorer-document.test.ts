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

describe('the document of the interactive page', () => {
  const { paths } = explorerDocument({
    openapi: '3.0.3',
    info: { title: 'Quotes', version: '1' },
    paths: { '/quote': { get: { parameters: [limit, key], responses: {} } } },
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
});
