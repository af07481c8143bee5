import type { InstanceOperations } from './instance-operations.js';
import type { HostReply, HostRequest } from './protocol.js';
import type { Tasks } from './tasks.js';

/** Channel to the service host, which test/setup/environment.mjs puts into the global scope of every test file. */
export interface HostChannel {
  /** sends the JSON of a request and resolves with the JSON of its answer; rejects when the host has ended */
  ask(text: string): Promise<string>;
}

/** The arguments of an operation that come after the instance. */
type Rest<Operation> = Operation extends (app: never, ...rest: infer Args) => unknown ? Args : never;
type Result<Operation> = Operation extends (...args: never) => infer Value ? Promise<Awaited<Value>> : never;

/** Sends a request to the service host; rejects with the host's error, or with its last output when it has ended. */
export async function askHost<Value>(request: HostRequest, host = hostOfFile()): Promise<Value> {
  const text = await host.ask(JSON.stringify(request)).catch((reason: unknown) => {
    throw new Error(String(reason));
  });
  const reply = JSON.parse(text) as HostReply;
  if ('failure' in reply) {
    const { name, message, stack = '', code } = reply.failure;
    const error = Object.assign(new Error(message), { name }, code === undefined ? {} : { code });
    error.stack = `${error.stack}\n  in the service host: ${stack}`;
    throw error;
  }
  return reply.value as Value;
}

/** The default host of a test file. */
function hostOfFile(): HostChannel {
  return (globalThis as unknown as { serviceHost: HostChannel }).serviceHost;
}

/** {@link inside} for a given instance. */
export type Inside = <Name extends keyof InstanceOperations>(
  operation: Name,
  ...args: Rest<InstanceOperations[Name]>
) => Result<InstanceOperations[Name]>;

/** Runs one of the operations of instance-operations.ts inside an instance. */
export function inside<Name extends keyof InstanceOperations>(
  instance: number,
  operation: Name,
  args: Rest<InstanceOperations[Name]>,
  host?: HostChannel,
): Result<InstanceOperations[Name]> {
  return askHost({ action: 'inside', instance, operation, args }, host) as Result<InstanceOperations[Name]>;
}

/** Runs one of the tasks of tasks.ts in the service host, independently of all instances. */
export function hostTask<Name extends keyof Tasks>(
  task: Name,
  ...args: Parameters<Tasks[Name]>
): Result<Tasks[Name]> {
  return askHost({ action: 'task', task, args }) as Result<Tasks[Name]>;
}
