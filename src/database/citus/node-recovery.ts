import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Changes } from '../changes.js';
import { Database } from '../database.js';
import type { Executor, Statement } from '../statement.js';

/** The nodes are looked at this often, ms: so much later than a recovery its rows may still be missing in caches. */
const INTERVAL = 2_000;
/** A transaction that a node prepared this long ago is no longer being committed: a connection was lost. */
const ABANDONED = '1s';

/** A node of a cluster: the transactions that it has prepared and not ended; null: it did not answer. */
interface NodeState {
  node: string;
  /** another one after every start and every crash, and after checkpoints */
  era: string | null;
  prepared: string[] | null;
  /** those of `prepared` that nobody is committing */
  abandoned: string[] | null;
}

const ERA = `(SELECT pg_postmaster_start_time()::text || ' ' || checkpoint_lsn FROM pg_control_checkpoint())`;
const STATE = `SELECT json_build_object('era', ${ERA}, 'prepared', coalesce(json_agg(gid), '[]'),
    'abandoned', coalesce(json_agg(gid) FILTER (WHERE prepared < clock_timestamp() - interval '${ABANDONED}'), '[]'))
  FROM pg_prepared_xacts WHERE database = current_database()`;

const NODES: Statement = {
  text: `
    SELECT 'coordinator' AS node, ${ERA} AS era, '[]'::json AS prepared, '[]'::json AS abandoned
    UNION ALL
    SELECT node, state ->> 'era', state -> 'prepared', state -> 'abandoned' FROM (
      SELECT nodename || ':' || nodeport AS node, CASE WHEN success THEN result::json END AS state
      FROM run_command_on_workers($1::text)) worker`,
  values: [STATE],
};

/**
 * Whether every transaction that the coordinator has committed by now is visible on the nodes of a cluster, or becomes
 * so within `patience` ms: false after a node died, or the coordinator did, between the phases of a commit, until the
 * cluster has ended what the node had prepared; and while a node does not answer.
 */
export async function isCommittedEverywhere(database: Executor, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  let open: Set<string> | undefined;
  for (let pause = 1; ; pause *= 2) {
    const nodes = await database.query<NodeState>(NODES);
    if (nodes.some(({ prepared }) => prepared === null)) return false;
    const gids = nodes.flatMap((node) => node.prepared ?? []);
    // Those of later writers do not matter.
    open = new Set(gids.filter((gid) => open === undefined || open.has(gid)));
    if (open.size === 0) return true;
    if (performance.now() > deadline) return false;
    await sleep(pause);
  }
}

/**
 * Announces that anything may have changed when a cluster has ended what a node had prepared before it died: the write
 * was announced when the coordinator committed it, but reads found the former rows, and caches kept them.
 */
@Injectable()
export class NodeRecovery implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  /** the era of each node that answered the last look */
  private eras = new Map<string, string>();
  /** transactions to be ended as of the last look */
  private awaitedGids: readonly string[] = [];

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
  ) {}

  onApplicationBootstrap(): void {
    if (this.database.isCluster) void this.run();
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.look().catch(() => this.eras.clear()); // the coordinator is away
      await sleep(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const nodes = await this.database.query<NodeState>(NODES);
    // A server that was started may have ended what it had prepared already, or what others prepared for it.
    const isNewEra = nodes.some(({ node, era }) => era !== null && this.eras.get(node) !== era);
    const gids = nodes.flatMap((node) => (isNewEra ? node.prepared : node.abandoned) ?? []);
    const isEnded = this.awaitedGids.some((gid) => !gids.includes(gid));
    this.eras = new Map(nodes.flatMap(({ node, era }) => (era === null ? [] : [[node, era]])));
    this.awaitedGids = gids;
    if (isNewEra || isEnded) this.changes.announce();
  }
}
