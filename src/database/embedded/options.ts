/** How to start, find and stop the embedded PostgreSQL of one data folder. */
export interface EmbeddedPostgresOptions {
  /** Folder that holds the cluster, created when missing unless `create` is false; the cluster goes into `<dataDir>/postgresql`. */
  dataDir: string;
  /**
   * `service`: PostgreSQL ends with this process, even on kill -9 where `setpriv` exists.
   * `command`: a short-lived program; when others are connected at stop, PostgreSQL is left running for them.
   */
  role: 'service' | 'command';
  /** false: use an existing database, create neither folder nor cluster. Default true. */
  create?: boolean;
  /** Ends the start when it aborts; a server that was just starting ends too. */
  signal?: AbortSignal;
  /** One line of progress or trouble for humans. */
  log?: (message: string) => void;

  /** As root: how to shed root. Default `auto` = namespace, else drop. Tests force one. */
  privileges?: 'auto' | 'namespace' | 'drop';
  /** Folder of the binaries' package (with `native/` and `package.json`); default: the installed one. */
  binaries?: string;
  /** Platform name as in the package names, default `<platform>-<arch>` of this process. */
  platform?: string;
  /** Parent of the private socket directory; must be short. Default `/tmp`. */
  runtimeDir?: string;
  /** Where data and binaries go when the account that root drops to cannot reach them. */
  relocationDir?: string;
  /** TCP on 127.0.0.1 with a password instead of a Unix socket. Default: on Windows only. */
  tcp?: boolean;
  /** false: behave as if `setpriv` did not exist. */
  deathSignal?: boolean;
  /** `pg_ctl` sheds Windows' administrator rights, which PostgreSQL refuses. Default: on Windows only. */
  launcher?: 'direct' | 'pg_ctl';
}

/** What a `pg` pool needs; `host` is a directory (absolute path) for a Unix socket. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

/** The database that is created when missing, and the user that initdb creates. */
export const DATABASE = 'market_data';
export const USER = 'postgres';

/** Names a socket directory's file; meaningless as a port, since nothing listens on TCP. */
export const SOCKET_PORT = 5432;
