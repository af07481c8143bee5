import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express, Request } from 'express';
import { END_OF_JSON } from '../replies/reply.js';
import { explorerDocument } from './explorer-document.js';

/** An expression evaluated by the page: what explorer.js has put there by the time Swagger UI starts. */
const ofThePage = () => (globalThis as unknown as { explorer: unknown }).explorer;

/**
 * Serves the OpenAPI document at /openapi.json and /openapi.yaml, and Swagger UI at /docs with the name, colours,
 * themes and code samples of explorer.js. `describe` is called when the document is first requested.
 */
export function setUpExplorer(app: NestExpressApplication, describe: () => OpenAPIObject): void {
  let cachedDocument: OpenAPIObject | undefined;
  const document = () => {
    cachedDocument ??= describe();
    return cachedDocument;
  };
  const express: Express = app.getHttpAdapter().getInstance();
  express.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(JSON.stringify(document()) + END_OF_JSON);
  });
  SwaggerModule.setup('docs', app, document, {
    raw: ['yaml'],
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Market Data Service',
    customfavIcon: '/console/icon.svg',
    customCssUrl: ['/console/styles/tokens.css', '/console/styles/explorer.css'],
    customJs: '/console/explorer.js',
    patchDocumentOnRequest: (request, _response, whole) =>
      (request as Request).path.endsWith('.js') ? explorerDocument(whole) : whole,
    swaggerOptions: {
      persistAuthorization: false,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      filter: true,
      plugins: [ofThePage],
    },
  });
}
