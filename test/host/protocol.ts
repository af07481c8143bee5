import type { PostgresAddress } from '../../src/database/connection.js';

/** What a test asks of the service host; everything travels as JSON. */
export type HostRequest =
  /** boots an instance of the service on a migrated or empty database; answers {@link Started} */
  | { action: 'start'; address: PostgresAddress; environment: Record<string, string> }
  /** closes an instance: listener, connections, pools */
  | { action: 'close'; instance: number }
  /** runs an operation of instance-operations.ts inside an instance */
  | { action: 'inside'; instance: number; operation: string; args: unknown[] }
  /** runs a task of tasks.ts, beside all instances */
  | { action: 'task'; task: string; args: unknown[] }
  /** closes every instance and sets the clock right: between two test files */
  | { action: 'reset' };

/** An instance that listens. */
export interface Started {
  instance: number;
  /** http://127.0.0.1:port */
  url: string;
}

/** An error of the host, as a test sees it. */
export interface HostFailure {
  name: string;
  message: string;
  stack?: string;
  /** SQLSTATE or Node's code, where there is one */
  code?: string;
}

export type HostReply = { value?: unknown } | { failure: HostFailure };

/** A request on its way between the two processes, and its answer. */
export interface Envelope {
  id: number;
  /** JSON of a {@link HostRequest} or {@link HostReply} */
  text: string;
}
