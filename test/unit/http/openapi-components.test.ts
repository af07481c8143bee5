import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type Document, inlined } from '../../contract/document.js';
import { hostTask } from '../../host/client.js';

const KINDS = ['responses', 'parameters', 'headers'] as const;

describe('shared parts of the OpenAPI document', () => {
  let whole: OpenAPIObject;
  let document: OpenAPIObject;
  beforeAll(async () => {
    ({ whole, served: document } = await hostTask('openApiDocuments'));
  });

  it('the document with every reference resolved equals the one without shared parts', () => {
    const { components, ...rest } = inlined(document);
    const { responses, parameters, headers, ...own } = components ?? {};
    expect({ ...rest, components: own }).toEqual(whole);
    expect(JSON.stringify(document).length).toBeLessThan(JSON.stringify(whole).length * 0.75);
  });

  it('every shared part is referred to more than once', () => {
    const text = JSON.stringify(document.paths);
    for (const kind of KINDS) {
      const names = Object.keys(document.components?.[kind] ?? {});
      expect([kind, names.length > 0]).toEqual([kind, true]);
      const references = JSON.stringify(document.components?.responses) + text;
      for (const name of names) {
        const uses = references.split(`{"$ref":"#/components/${kind}/${name}"}`).length - 1;
        expect([kind, name, uses > 1]).toEqual([kind, name, true]);
      }
    }
  });

  it('types that generators make of shared parameters are not named like those of a language or a record', () => {
    const names = Object.keys(document.components?.parameters ?? {});
    expect(names).toContain('DateParameter');
    expect(names.filter((name) => !/^([A-Z][A-Za-z]*)Parameter$/.test(name))).toEqual([]);
  });

  it('no problem answer of the components is written out again', () => {
    const { paths, components } = document as unknown as Document;
    const shared = new Set(Object.values(components.responses ?? {}).map((each) => JSON.stringify(each)));
    const repeated = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([, response]) => shared.has(JSON.stringify(response)))
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expect(repeated).toEqual([]);
  });

  it('the answers of nearly every operation have these names', () => {
    expect(document.paths['/quote']?.get?.responses).toMatchObject({
      304: { $ref: '#/components/responses/NotModified' },
      400: { $ref: '#/components/responses/InvalidInput' },
      401: { $ref: '#/components/responses/NotAuthenticated' },
      403: { $ref: '#/components/responses/NotPermitted' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      503: { $ref: '#/components/responses/Unavailable' },
    });
    expect(document.paths['/svc/quote']?.post?.responses).toMatchObject({
      303: { $ref: '#/components/responses/RecordExists' },
    });
  });
});
