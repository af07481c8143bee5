import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Days } from './citus/days.js';
import type { Tickers } from './citus/gathering.js';
import { LARGE_AS_BYTES } from './connection/large-texts.js';

/** One statement: placeholders `$1::type`, bound values. Texts come from code, never from a request. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  /** longest wait for the answer, ms, when shorter than the connection's own */
  limit?: number;
  /** its reads of tables by ticker, or by code, are limited to these: a cluster need not look at others */
  tickers?: Tickers | undefined;
  /** and, of those that have a `date`, to these days */
  days?: Days | undefined;
  /**
   * a cluster plans it as it is, by one node or by itself alone: in a transaction it is sent without waiting for the
   * answers to earlier statements of this kind
   */
  onNode?: true;
  /** a request composes its text, in more ways than a connection should keep prepared: it is parsed each time */
  isComposed?: boolean | undefined;
  /** values arrive as PostgreSQL's texts, not as JavaScript values */
  asTexts?: true;
  /** large texts arrive as bytes instead of strings when read on connections for reads */
  largeAsBytes?: true;
}

/** Runs statements, in a transaction or each on its own. */
export interface Executor {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
}

/** The statements of one transaction, sent without waiting for each other's answers. */
export interface Transaction extends Executor {
  /** commits now instead of at the end of the work: the remaining computation runs while the disk is written */
  commit(): void;
}

/** Values as PostgreSQL writes them. */
const TEXTS: pg.CustomTypesConfig = { getTypeParser: () => String };

/** Most texts whose names are remembered; one that returns later gets another name. */
const TEXTS_REMEMBERED = 2_000;

/**
 * Statements as node-postgres takes them: each text has its own name, under which a connection prepares it and keeps it
 * as long as it is used often; a composed one has none.
 */
export class PreparedStatements {
  private readonly names = new LRUCache<string, string>({ max: TEXTS_REMEMBERED });
  private count = 0;

  of({ text, values, limit, isComposed, asTexts, largeAsBytes }: Statement): pg.QueryConfig {
    const name = isComposed ? {} : { name: this.nameOf(text) };
    const waits = limit === undefined ? {} : { query_timeout: limit };
    const types = asTexts ? { types: TEXTS } : largeAsBytes ? { types: LARGE_AS_BYTES } : {};
    return { text, values: values as unknown[], ...name, ...waits, ...types };
  }

  private nameOf(text: string): string {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `mds_${this.count++}`;
      this.names.set(text, name);
    }
    return name;
  }
}
