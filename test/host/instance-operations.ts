import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { CallerKind } from '../../src/auth/caller.js';
import { GuessThrottle } from '../../src/auth/guess-throttle.js';
import type { Role } from '../../src/auth/permissions.js';
import { TokenService } from '../../src/auth/token.service.js';
import { Changes } from '../../src/database/changes.js';
import type { PoolState } from '../../src/database/connection/connections.js';
import { Database } from '../../src/database/database.js';
import type { Statement } from '../../src/database/statement.js';
import { FastLane } from '../../src/fast-lane/fast-lane.js';
import { ShippedData } from '../../src/modules/dataset/shipped-data.js';
import type { LogFollower } from '../../src/modules/event/log-follower.js';
import { ValuedDays } from '../../src/modules/fundamental/valuation/valued-days.js';
import { ShippedIndices } from '../../src/modules/index/shipped-indices.js';
import { ASSET_CLASS } from '../../src/modules/reference/asset-class.data-set.js';
import { ShippedReference } from '../../src/modules/reference/shipped-reference.js';

type App = NestExpressApplication;

/** The author of these operations in the audit log. */
const AUTHOR = { name: 'test' };

export interface NewToken {
  kind: CallerKind;
  role: Role;
  principal: string | null;
  /** ISO 8601 */
  expiresAt: string | null;
}

/** A route of Express's router. */
export interface Route {
  path: string;
  /** lower case; _all: any */
  methods: string[];
}

/** The part of Express's router that is read here. */
interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
}

/** Lookups of tokens in the database since counting began, by instance. */
const lookups = new WeakMap<App, { count: number; stop(): void }>();

/** Operations that tests need inside a running instance; arguments and results are plain JSON. */
export const instanceOperations = {
  issueToken(app: App, { expiresAt, ...token }: NewToken): Promise<{ id: string; token: string }> {
    return app.get(TokenService).issue({
      ...token,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      author: AUTHOR,
    });
  },

  revokeToken(app: App, id: string): Promise<boolean> {
    return app.get(TokenService).revoke(id, AUTHOR);
  },

  /** Grants a role to a principal without a token, or to a subject of an OpenID provider. */
  grantRole(app: App, grantee: Parameters<TokenService['grant']>[0], role: Role): Promise<void> {
    return app.get(TokenService).grant(grantee, role, AUTHOR);
  },

  /** Announces that anything may have changed in the database, as an operator does with NOTIFY. */
  announceChange(app: App): void {
    app.get(Changes).announce();
  },

  /** Number of rows that a repeated load of the shipped indices writes. */
  loadShippedIndices(app: App): Promise<number> {
    return app.get(ShippedIndices).load();
  },

  /** Number of rows that a repeated load of the shipped reference data writes. */
  loadShippedReference(app: App): Promise<number> {
    return app.get(ShippedReference).load();
  },

  /** Loads a part of the shipped asset classes; with null instead of records, reading the part throws. */
  loadAssetClasses(app: App, name: string, records: readonly object[] | null): Promise<number> {
    const read = () => {
      if (records === null) throw new Error('read again');
      return records;
    };
    return app.get(ShippedData).load([{ name, dataSet: ASSET_CLASS, records: read }]);
  },

  /** Values immediately the days that the background has yet to value. */
  async valueMissingDays(app: App): Promise<void> {
    const days = app.get(ValuedDays) as unknown as { computeMissing(): Promise<boolean> };
    while (await days.computeMissing());
  },

  /**
   * From now on figures of days are computed by their readers alone, none of whom waits for more than the first part of
   * them.
   */
  async computeForReadersOnly(app: App): Promise<void> {
    const days = app.get(ValuedDays) as unknown as { readersPatience: number; follower: LogFollower };
    days.readersPatience = 0;
    await days.follower.stop();
  },

  /** Forgets every wrong token, so that all addresses start afresh. */
  forgetGuesses(app: App): void {
    const { windows } = app.get(GuessThrottle) as unknown as { windows: { windows: Map<string, object> } };
    windows.windows.clear();
  },

  /** Counts the statements that look tokens up, from now on. */
  countTokenLookups(app: App): void {
    const repository = (app.get(TokenService) as unknown as { tokens: object }).tokens as {
      findByDigests: (digests: Buffer[]) => Promise<unknown>;
    };
    const real = repository.findByDigests;
    const counter = {
      count: 0,
      stop() {
        repository.findByDigests = real;
      },
    };
    repository.findByDigests = (digests) => {
      counter.count += 1;
      return real.call(repository, digests);
    };
    lookups.set(app, counter);
  },

  /** Number of statements since {@link countTokenLookups}, whose counting ends here. */
  tokenLookups(app: App): number {
    const counter = lookups.get(app);
    if (counter === undefined) throw new Error('Token lookups are not being counted');
    counter.stop();
    lookups.delete(app);
    return counter.count;
  },

  /** Makes the service close idle client connections after this many ms. */
  keepAliveTimeout(app: App, milliseconds: number): void {
    (app.getHttpServer() as Server).keepAliveTimeout = milliseconds;
  },

  /** Every route of the router. */
  routes(app: App): Route[] {
    const { stack } = (app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } }).router;
    return stack.flatMap(({ route }) =>
      route === undefined
        ? []
        : [route.path].flat().map((path) => ({
            path: String(path),
            methods: Object.keys(route.methods).filter((method) => route.methods[method]),
          })),
    );
  },

  /** Paths of GET requests that the fast lane may answer. */
  fastPaths(app: App): string[] {
    return app.get(FastLane).routes.paths;
  },

  /** Runs the same statement by each way that the service has to its database; returns the rows by way. */
  async queryEveryWay(app: App, text: string): Promise<Record<string, object[]>> {
    const database = app.get(Database);
    const statement = { text, values: [] };
    return {
      query: await database.query(statement),
      transaction: await database.transaction((transaction) => transaction.query<object>(statement)),
      connection: await database.withConnection(async (client) => (await client.query<object>(text)).rows),
    };
  },

  /** Runs statements at once on the shared connections, each announced to read `rows` rows; returns their answers. */
  readAtOnce(app: App, statements: readonly Statement[], rows: number): Promise<object[][]> {
    const database = app.get(Database);
    return Promise.all(statements.map((statement) => database.readQuickly<object>(statement, rows)));
  },

  /** Statements about a table that the connection of one read after another keeps prepared. */
  async preparedStatements(app: App, table: string): Promise<number> {
    const row = await app.get(Database).readOne<{ count: number }>({
      text: `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE '%FROM ' || $1::text || ' %'`,
      values: [table],
    });
    return row?.count ?? 0;
  },

  pools(app: App): PoolState[] {
    return app.get(Database).pools();
  },
};

export type InstanceOperations = typeof instanceOperations;
