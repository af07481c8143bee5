import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import type { PostgresAddress } from '../../database/connection/connection.js';
import type { DataSets } from '../../modules/dataset/data-set.js';

/** What a check found. */
export interface Finding {
  check: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  /** what to do; absent with ok */
  advice?: string;
}

/** What checks look at. */
export interface Patient {
  config: Config;
  /** address of the database, as configured */
  address: PostgresAddress;
  /** a connection without time limits */
  client: pg.Client;
  /** its tables are on several nodes */
  isCluster: boolean;
  /** returns the rows of a SELECT, even of one that the planner of a cluster does not accept */
  read<Row extends object>(text: string): Promise<Row[]>;
  /** the entities, which define what the schema should be */
  dataSource: DataSource;
  dataSets: DataSets;
}

/** A check by its name; a thrown error becomes a `fail`. */
export interface Check {
  name: string;
  look(patient: Patient): Promise<Omit<Finding, 'check'>>;
}

/** Nothing is wrong. */
export function ok(detail: string): Omit<Finding, 'check'> {
  return { status: 'ok', detail };
}

/** Something needs attention: `warn` while the service works as it should, `fail` otherwise. */
export function bad(status: 'warn' | 'fail', detail: string, advice: string): Omit<Finding, 'check'> {
  return { status, detail, advice };
}

/** The first few of a list, and how many more there are. */
export function some(list: readonly string[], most = 5): string {
  const more = list.length - most;
  return `${list.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
