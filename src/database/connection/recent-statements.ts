import pg from 'pg';

/**
 * Most statements that a connection keeps prepared. A plan takes half a megabyte of the server's memory on average, and
 * lists have more filters to combine than a server has memory for, on each of its connections.
 */
const MOST = 64;

/** What pg's types leave out of its connections. */
interface Connection {
  /** texts by name: those that the server has prepared, and those on their way to it */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name?: string }): void;
  bind(values: { statement?: string }): void;
  close(part: { type: 'S'; name: string }): void;
}

/**
 * A client that keeps the {@link MOST} statements prepared that were used last, besides those on their way: before
 * another is prepared, the one used longest ago is closed, without waiting, and prepared again when it is next used.
 */
export function clientOfRecentStatements(Client: typeof pg.Client = pg.Client): typeof pg.Client {
  return class extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const { connection } = this as unknown as { connection: Connection };
      const { parse, bind } = connection;
      /** names in the order of their last use */
      const names = new Set<string>();
      const closeOldest = () => {
        for (const name of names) {
          if (names.size < MOST) return;
          // Once the server has prepared one that is on its way, pg would take it for prepared although it is closed.
          if (connection.submittedNamedStatements[name] !== undefined) continue;
          names.delete(name);
          delete connection.parsedStatements[name];
          connection.close({ type: 'S', name });
        }
      };
      connection.parse = (statement) => {
        if (statement.name) closeOldest();
        parse.call(connection, statement);
      };
      connection.bind = (values) => {
        const { statement: name } = values;
        if (name) {
          names.delete(name);
          names.add(name);
        }
        bind.call(connection, values);
      };
    }
  };
}
