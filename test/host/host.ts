import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import passport from 'passport';
import { BearerStrategy } from '../../src/auth/bearer.strategy.js';
import { prepare } from '../../src/bootstrap.js';
import { parseConfig } from '../../src/config/config.js';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { isDatabaseAway } from '../../src/database/connection/database-errors.js';
import { withRetries } from '../../src/errors/retries.js';
import { shiftClock } from './clock.js';
import { instanceOperations } from './instance-operations.js';
import type { Envelope, HostFailure, HostReply, HostRequest, StartedInstance } from './protocol.js';
import { tasks } from './tasks.js';

/*
 * The service host: one process per Jest worker, which boots instances of the service for the tests. It lives
 * as long as its parent, so that the framework is loaded once instead of by every test file.
 */

/** Most attempts to boot while the database is away, and the pause between them, ms. */
const ATTEMPTS = 20;
const PAUSE = 500;

const instances = new Map<number, NestExpressApplication>();
/** Boots in progress: an instance that a failed test no longer waits for is closed as well. */
const boots = new Set<Promise<unknown>>();
let numbers = 0;

type Action = (...args: unknown[]) => unknown;

async function start(
  address: PostgresAddress,
  environment: Record<string, string>,
): Promise<StartedInstance> {
  // As the service itself starts: a machine that stands still for seconds makes its database look away.
  const { app } = await withRetries(() => prepare(parseConfig(environment), address), {
    attempts: ATTEMPTS,
    when: isDatabaseAway,
    pause: () => PAUSE,
  });
  const instance = ++numbers;
  instances.set(instance, app);
  await app.listen(0, '127.0.0.1');
  return { instance, url: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}` };
}

function instanceOf(number: number): NestExpressApplication {
  const app = instances.get(number);
  if (app === undefined) throw new Error(`Instance ${number} of the service is closed`);
  return app;
}

async function close(number: number): Promise<void> {
  const app = instanceOf(number);
  instances.delete(number);
  // The clients are done; nothing waits for the connections they left open.
  app.getHttpServer().closeAllConnections();
  // Passport exists once per process and asks the strategy made last: it must not be that of an instance that is gone.
  const last = [...instances.values()].at(-1);
  if (last !== undefined) passport.use('bearer', last.get(BearerStrategy));
  await app.close();
}

async function reset(): Promise<void> {
  shiftClock(0);
  await Promise.allSettled(boots);
  await Promise.all([...instances.keys()].map(close));
}

/** The function with this name in a table; the tables contain nothing else. */
function actionOf(table: object, name: string): Action {
  const action = (table as Record<string, Action>)[name];
  if (action === undefined) throw new Error(`The service host knows no ${name}`);
  return action;
}

function run(request: HostRequest): unknown {
  switch (request.action) {
    case 'start': {
      const boot = start(request.address, request.environment);
      boots.add(boot);
      boot.catch(() => undefined).then(() => boots.delete(boot));
      return boot;
    }
    case 'close':
      return close(request.instance);
    case 'inside':
      return actionOf(instanceOperations, request.operation)(instanceOf(request.instance), ...request.args);
    case 'task':
      return actionOf(tasks, request.task)(...request.args);
    case 'reset':
      return reset();
  }
}

function failureOf(error: unknown): HostFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, code } = error as NodeJS.ErrnoException;
  return { name, message, stack, code };
}

process.on('message', async ({ id, text }: Envelope) => {
  let reply: HostReply;
  try {
    reply = { value: await run(JSON.parse(text) as HostRequest) };
  } catch (error) {
    reply = { failure: failureOf(error) };
  }
  process.send?.({ id, text: JSON.stringify(reply) } satisfies Envelope);
});
// The parent is gone, for whatever reason.
process.on('disconnect', () => process.exit());
