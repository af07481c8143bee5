import { Counter, Gauge, type Registry } from 'prom-client';
import type { Heartbeat } from '../database/servers/heartbeat.js';
import type { ReadRouter } from '../database/servers/read-router.js';
import { REPLICA_STATES } from '../database/servers/replica.js';
import { SERVER_ROLES } from '../database/servers/servers.js';

/** Adds the metrics of each replica; nothing if none is configured. */
export function addReplicaMetrics({ replicas }: ReadRouter, registers: Registry[]): void {
  if (replicas.length === 0) return;
  new Gauge({
    name: 'mds_replica_state',
    help: 'Processes that see the replica in this state: up, behind, away, refused',
    labelNames: ['replica', 'state'],
    registers,
    collect() {
      for (const { name, state } of replicas) {
        for (const each of REPLICA_STATES) {
          this.set({ replica: name, state: each }, each === state ? 1 : 0);
        }
      }
    },
  });
  new Gauge({
    name: 'mds_replica_lag_seconds',
    help: 'How long the primary has had what the replica has not replayed yet',
    labelNames: ['replica'],
    registers,
    aggregator: 'max',
    collect() {
      for (const { name, lag } of replicas) this.set({ replica: name }, lag.seconds);
    },
  });
  new Gauge({
    name: 'mds_replica_lag_bytes',
    help: 'Write-ahead log that the replica has not replayed yet',
    labelNames: ['replica'],
    registers,
    aggregator: 'max',
    collect() {
      for (const { name, lag } of replicas) this.set({ replica: name }, lag.bytes);
    },
  });
  new Counter({
    name: 'mds_replica_reads_total',
    help: 'Reads given to the replica: answered, or repeated on the primary',
    labelNames: ['replica', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name, counts } of replicas) {
        for (const [outcome, count] of Object.entries(counts)) this.inc({ replica: name, outcome }, count);
      }
    },
  });
}

/** Adds the role of each server of an address with several; nothing if the address names one. */
export function addServerMetrics(heartbeat: Heartbeat, registers: Registry[]): void {
  if (heartbeat.roles.length === 0) return;
  new Gauge({
    name: 'mds_database_server',
    help: 'Processes that see the server of DATABASE_URL in this role: primary, standby, replaced, away',
    labelNames: ['server', 'role'],
    registers,
    collect() {
      for (const { server, role } of heartbeat.roles) {
        for (const each of SERVER_ROLES) this.set({ server, role: each }, each === role ? 1 : 0);
      }
    },
  });
}
