import type { PostgresAddress } from '../../src/database/connection/connection.js';

/** A test's request to the service host; everything travels as JSON. */
export type HostRequest =
  /** boots an instance of the service on a migrated or empty database; answered with {@link Started} */
  | { action: 'start'; address: PostgresAddress; environment: Record<string, string> }
  /** closes an instance: listener, connections, pools */
  | { action: 'close'; instance: number }
  /** runs an operation of instance-operations.ts inside an instance */
  | { action: 'inside'; instance: number; operation: string; args: unknown[] }
  /** runs a task of tasks.ts, independently of all instances */
  | { action: 'task'; task: string; args: unknown[] }
  /** closes every instance and resets the clock: between two test files */
  | { action: 'reset' };

/** A listening instance. */
export interface StartedInstance {
  instance: number;
  /** http://127.0.0.1:port */
  url: string;
}

/** An error of the host as seen by a test. */
export interface HostFailure {
  name: string;
  message: string;
  stack?: string;
  /** SQLSTATE or Node's code, if there is one */
  code?: string;
}

export type HostReply = { value?: unknown } | { failure: HostFailure };

/** A request travelling between the two processes, and its answer. */
export interface Envelope {
  id: number;
  /** JSON of a {@link HostRequest} or {@link HostReply} */
  text: string;
}
