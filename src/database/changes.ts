import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import {
  connectionSettings,
  endConnection,
  newClient,
  POSTGRES_ADDRESS,
  type PostgresAddress,
} from './connection/connection.js';

/**
 * Channel on which writers announce what they changed: `<table> <first key column>`, `<table> *` for much of it, `*`
 * for anything: for an operator who wrote by SQL, bypassing the service.
 */
const CHANGE_CHANNEL = 'mds_change';

/** SQL that announces a change when its transaction commits; `symbol` is an SQL expression. */
export const changeNotice = (table: string, symbol: string) =>
  `pg_notify('${CHANGE_CHANNEL}', '${table} ' || (${symbol}))`;

/** As {@link changeNotice}, for RETURNING of the INSERT into `audit_event` that records the change. */
export const eventNotice = (table: string, symbol: string) =>
  `tell_change('${table} ' || (${symbol}), audit_event.id)`;

/** Called on every change; `symbol` undefined: of any record of the table. `table` undefined: of anything. */
export type ChangeListener = (table: string | undefined, symbol: string | undefined) => void;

/** Pause before a lost connection is replaced, ms. */
const RETRY = 500;
/** The connection is asked for a sign of life this often, ms, and must give it before the next one is due. */
const HEARTBEAT = 1_000;

/**
 * Announces writes to the database, by this process or another one: for caches. Writers notify in the transaction of
 * the write itself, so that exactly what is committed is announced.
 *
 * This process learns of its own writes before it answers them ({@link announce}), of others' by LISTEN, within
 * milliseconds of their commit. While the connection is down, which is noticed within two heartbeats,
 * {@link isListening} is false and no cache may be trusted; when it is back, everything counts as changed.
 */
@Injectable()
export class Changes implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listeners: ChangeListener[] = [];
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private listening = false;
  private isStopped = false;

  constructor(@Inject(POSTGRES_ADDRESS) private readonly address: PostgresAddress) {}

  /** Whether announcements of other processes arrive. */
  get isListening(): boolean {
    return this.listening;
  }

  /** Calls `listener` on every change from now on. */
  subscribe(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Tells this process of a committed write that is not answered yet. */
  announce(table?: string, symbol?: string): void {
    for (const listener of this.listeners) listener(table, symbol);
  }

  onApplicationBootstrap(): void {
    void this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.listening = false;
    if (this.client !== undefined) await endConnection(this.client);
  }

  private async connect(): Promise<void> {
    const client = newClient({ ...connectionSettings(this.address), query_timeout: HEARTBEAT });
    this.client = client;
    client.on('error', () => this.onLost(client));
    client.on('end', () => this.onLost(client));
    client.on('notification', ({ payload = '' }) => {
      const [table, symbol] = payload.split(' ', 2);
      this.announce(table === '*' ? undefined : table, symbol === '*' ? undefined : symbol);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANGE_CHANNEL}`);
      if (this.isStopped) return void (await client.end());
      this.announce(); // writes made without a listener are unknown
      this.listening = true;
      this.beat(client);
    } catch {
      this.onLost(client);
    }
  }

  private beat(client: pg.Client): void {
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.client === client && !this.isStopped && this.beat(client),
        () => this.onLost(client),
      );
    }, HEARTBEAT).unref();
  }

  private onLost(client: pg.Client): void {
    if (this.client !== client) return;
    this.listening = false;
    this.client = undefined;
    void endConnection(client);
    if (!this.isStopped) this.timer = setTimeout(() => void this.connect(), RETRY).unref();
  }
}
