import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { callerOf } from './auth/rights.js';
import { CONFIG, type Config } from './config/config.js';
import { VERSION } from './config/version.js';
import { consoleFiles } from './console/console.files.js';
import { guideFiles } from './console/guide.files.js';
import { DATA_SETS } from './data-sets.js';
import { FastLane } from './fast-lane/fast-lane.js';
import { withCommonHeaders } from './http/docs/common-headers.js';
import { withComponents } from './http/docs/components.js';
import { withExamples } from './http/docs/examples.js';
import { setUpExplorer } from './http/docs/explorer.js';
import { withTitledSchemas } from './http/docs/titled-schemas.js';
import { textsOfQuery } from './http/fields/query-reader.js';
import type { ReplyAdapter } from './http/replies/reply.adapter.js';
import { judgeConditions } from './http/server/conditional.js';
import { literalPaths } from './http/server/literal-paths.js';
import { requestId, requestIdOf } from './http/server/request-id.js';
import { closeWaitingAnswers, refuseMalformedHttp } from './http/server/server.js';
import { CallerTurns } from './limits/caller-turns.js';
import { LOGGER, type Logger, withoutSecrets } from './log/log.js';
import { Metrics, routeOf } from './metrics/metrics.js';

/** Everything around the routes, the same for the service, the tests and the document. */
export function setUpApp(app: NestExpressApplication): void {
  const log = app.get<Logger>(LOGGER);
  app.set('query parser', textsOfQuery);
  app.set('etag', 'weak');
  app.disable('x-powered-by');
  judgeConditions(app.getHttpAdapter().getInstance());
  const security = helmet({
    contentSecurityPolicy: {
      directives: {
        // On plain HTTP this directive would upgrade every asset of /docs to https and leave the page blank.
        upgradeInsecureRequests: null,
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
      },
    },
    strictTransportSecurity: false,
    // Beyond localhost, browsers ignore this header on plain HTTP and report it as an error.
    crossOriginOpenerPolicy: false,
  });
  app.use(requestId);
  app.use(requestLog(log));
  app.use(security);
  const server = app.getHttpServer() as Server;
  if (app.get<Config>(CONFIG).FAST_LANE === 'on')
    app.get(FastLane).open(server, {
      headers: headersOf(security),
      log: log.isLevelEnabled('info')
        ? (request, response, began) => {
            const { id } = request;
            const facts = logFields(request as Request, response);
            log.info({ request_id: id, responseTime: Date.now() - began, ...facts }, 'request');
          }
        : undefined,
    });
  app.get(CallerTurns).open(server, app.get(Metrics).observe);
  app.use((app.getHttpAdapter() as unknown as ReplyAdapter).whileClosing);
  app.use(literalPaths);
  app.use(compression({ threshold: 1024, filter: isCompressible }));
  app.use(consoleFiles());
  app.use(guideFiles());
  refuseMalformedHttp(server, log);
  closeWaitingAnswers(server);
  // Generated on the first request for it, which takes as long as creating the rest of the application.
  setUpExplorer(app, () => describeApi(app));
}

/** Middleware: logs every request once it is answered. */
function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: requestIdOf as never,
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'request_id' },
    customSuccessObject: (request, response, value) => ({
      ...value,
      ...logFields(request as Request, response),
    }),
    customErrorObject: (request, response, _error, value) => ({
      ...(value as object),
      ...logFields(request as Request, response),
    }),
    serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    autoLogging: { ignore: (request) => request.url?.startsWith('/health') === true },
  });
}

/** Alternating names and values of the headers that a middleware sets, independent of the request. */
function headersOf(middleware: ReturnType<typeof helmet>): string[] {
  const headers: string[] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  };
  middleware({} as never, response as never, () => undefined);
  return headers;
}

/** NDJSON is text too, but missing from the usual list of types. */
function isCompressible(request: Request, response: Response): boolean {
  return (
    String(response.getHeader('Content-Type')).startsWith('application/x-ndjson') ||
    compression.filter(request, response)
  );
}

/** Log fields of a request; unexpected errors are logged where they are handled. */
function logFields(request: Request, response: { statusCode: number }): object {
  return {
    method: request.method,
    route: routeOf(request),
    url: withoutSecrets(request.originalUrl),
    status: response.statusCode,
    principal: callerOf(request)?.principal ?? undefined,
  };
}

/** The OpenAPI document of the service. */
export function describeApi(app: INestApplication): OpenAPIObject {
  return withComponents(describeOperations(app));
}

/** The same document with everything inline, however often it is repeated. */
export function describeOperations(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.0.3')
    .setTitle('Market Data Service')
    .setVersion(VERSION)
    .setDescription(
      [
        'Quotes, trading results, profiles, indices, fundamentals, news, analysis, reference data and governed writes for a national securities market.',
        '',
        'Dates are calendar dates of the market: `YYYYMMDD` or `YYYY-MM-DD` in, `YYYY-MM-DD` out. Instants are UTC.',
        'Prices and values are in VND, volumes in securities; 64-bit integers are exact in the text.',
        'Lists answer as JSON pages, or streamed whole as CSV or NDJSON (`Accept` or `format`).',
        'Errors are RFC 9457 problem documents with a stable `code` and the `request_id`.',
        "`x-permission` of an operation is what the caller's token must permit, `x-principal-permission` what the principal must.",
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
    .addTag('Profile', 'Security profiles, peers, price adjustments')
    .addTag('Index', 'Indices, their members and what moved them')
    .addTag('Performance', 'Return and risk of assets and portfolios')
    .addTag('Fundamental', 'Financial statements, ratios, health and valuation')
    .addTag('News', 'News and its sentiment')
    .addTag('Market analysis', 'Gainers, losers, contributors, breadth, heatmap')
    .addTag('Trading', 'Actions, suggestions, insight, order books, signals')
    .addTag('Search', 'Search of securities')
    .addTag('Economics', 'Economic calendar')
    .addTag('Reference', 'Reference data')
    .addTag('Sources', 'Where data is fetched from, when, and what became of it')
    .addTag('Quarantine', 'Rows of sources that the quality gate held back')
    .addTag('TradingView', "Datafeed of TradingView's charts (UDF protocol)")
    .addTag('Quote resource', 'Stored quotes: create, replace, read, delete')
    .addTag('Settlement resource', 'Stored settlement days: create, replace, read, delete')
    .addTag('Record', 'Stored records of every data set: create, replace, read, move, delete, restore')
    .addTag('Bulk', 'Bulk import and bulk insert')
    .addTag('Approval', 'Sign-off of quotes, and of writes to governed data sets')
    .addTag('Events', 'What was written, as a stream, a list, or delivered to webhooks')
    .addTag('Audit', 'Who wrote what, when')
    .addTag('Token', 'Bearer tokens and who is calling')
    .addTag('Operation', 'Health, metrics and documents')
    .build();
  return withCommonHeaders(
    withExamples(
      withTitledSchemas(
        SwaggerModule.createDocument(app, config, {
          autoTagControllers: false,
          extraModels: Object.values(DATA_SETS).map(({ record }) => record),
        }),
      ),
    ),
  );
}
