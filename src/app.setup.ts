import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { callerOf } from './auth/rights.js';
import { type Around, FastLane } from './http/fast-lane.js';
import { readBody } from './http/json-body.js';
import { literalPaths } from './http/literal-paths.js';
import { LOGGER, type Logger } from './http/log.js';
import { problem, TITLES } from './http/problem.js';
import { requestId, requestIdOf } from './http/request-id.js';
import { Metrics } from './operations/metrics.js';
import { VERSION } from './version.js';

/** Everything around the routes, the same for the service, the tests and the document. */
export function setUpApp(app: NestExpressApplication): void {
  const log = app.get<Logger>(LOGGER);
  app.set('query parser', 'simple');
  app.set('etag', 'weak');
  app.disable('x-powered-by');
  const around = [
    requestId,
    pinoHttp({
      logger: log,
      genReqId: requestIdOf as never,
      customLogLevel: (_request, response, error) =>
        error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
      quietReqLogger: true,
      customAttributeKeys: { reqId: 'request_id' },
      customSuccessObject: (request, response, value) => ({
        ...value,
        ...logged(request as Request, response),
      }),
      customErrorObject: (request, response, _error, value) => ({
        ...(value as object),
        ...logged(request as Request, response),
      }),
      serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
      customSuccessMessage: () => 'request',
      customErrorMessage: () => 'request',
      autoLogging: { ignore: (request) => request.url?.startsWith('/health') === true },
    }),
    helmet({
      contentSecurityPolicy: {
        directives: {
          // On plain HTTP this directive would turn every asset of /docs into https and blank the page.
          upgradeInsecureRequests: null,
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
        },
      },
      strictTransportSecurity: false,
    }),
  ] as const;
  for (const each of around) app.use(each);
  app.get(FastLane).open(app.getHttpServer() as Server, {
    first: app.get(Metrics).observe as Around,
    around: around as readonly Around[],
  });
  app.use(literalPaths);
  app.use(compression({ threshold: 1024, filter: isCompressible }));
  app.use(readBody);
  refuseMalformedHttp(app.getHttpServer() as Server);
  const document = describeApi(app);
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Market Data Service',
    swaggerOptions: { persistAuthorization: false, tryItOutEnabled: true, displayRequestDuration: true },
  });
}

/** NDJSON is text too, which the usual list of types does not know. */
function isCompressible(request: Request, response: Response): boolean {
  return (
    String(response.getHeader('Content-Type')).startsWith('application/x-ndjson') ||
    compression.filter(request, response)
  );
}

/** What is no HTTP at all never reaches a route: answered here, as a problem too. */
function refuseMalformedHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const [status, code] = MALFORMED[error.code ?? ''] ?? [400, 'malformed_request'];
    const body = JSON.stringify(
      problem(status, code, 'The request is not well-formed HTTP, too large or too slow'),
    );
    socket.end(
      `HTTP/1.1 ${status} ${TITLES[status]}\r\nContent-Type: application/problem+json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}

const MALFORMED: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout'],
};

/** What the log keeps of a request; unexpected errors are logged where they are handled. */
function logged(request: Request, response: { statusCode: number }): object {
  return {
    method: request.method,
    url: withoutToken(request.originalUrl),
    status: response.statusCode,
    principal: callerOf(request)?.principal ?? undefined,
  };
}

/** A token in a query is refused, and must not reach the log before that. */
function withoutToken(url: string): string {
  return url.replace(/(access_token=)[^&]*/gi, '$1[removed]');
}

/** The OpenAPI document of the service. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.0.3')
    .setTitle('Market Data Service')
    .setVersion(VERSION)
    .setDescription(
      [
        'Quotes, settlement days, reference data and governed writes for a national securities market.',
        '',
        'Dates are calendar dates of the market: `YYYYMMDD` or `YYYY-MM-DD` in, `YYYY-MM-DD` out. Instants are UTC.',
        'Prices and values are in VND, volumes in securities; 64-bit integers are exact in the text.',
        'Lists answer as JSON pages, or streamed whole as CSV or NDJSON (`Accept` or `format`).',
        'Errors are RFC 9457 problem documents with a stable `code` and the `request_id`.',
      ].join('\n'),
    )
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This service')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'Opaque token (npm run token) or JWT of the configured OpenID provider.',
    })
    .addTag('Trade', 'Historical trades')
    .addTag('Index', 'Indices, their members and what moved them')
    .addTag('Market analysis', 'Gainers, losers, contributors, breadth, heatmap')
    .addTag('Profile', 'Security profiles, peers, price adjustments')
    .addTag('Search', 'Search of securities')
    .addTag('Performance', 'Return and risk of assets and portfolios')
    .addTag('Quote resource', 'Stored quotes: create, replace, read, delete')
    .addTag('Settlement resource', 'Stored settlement days: create, replace, read, delete')
    .addTag('Bulk', 'Bulk import and bulk insert')
    .addTag('Approval', 'Sign-off of quotes')
    .addTag('News', 'News and its sentiment')
    .addTag('Trading', 'Actions, suggestions, insight, order books, signals')
    .addTag('Economics', 'Economic calendar')
    .addTag('Fundamental', 'Financial statements, ratios, health and valuation')
    .addTag('Reference', 'Reference data')
    .addTag('TradingView', "Datafeed of TradingView's charts (UDF protocol)")
    .addTag('Audit', 'Who wrote what, when')
    .addTag('Operation', 'Health, metrics and documents')
    .build();
  return SwaggerModule.createDocument(app, config, { autoTagControllers: false });
}
