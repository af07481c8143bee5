import pg from 'pg';
import { socketOf } from './connection.js';

/**
 * A client that waits for answers with one timer, which lives as long as its connection: `query_timeout` ms after the
 * last statement, the connection is given up, and unanswered statements fail. pg has a timer for each statement, which
 * makes everything that a short one allocates outlive the young generation.
 */
export function clientOfOneTimer(Client: typeof pg.Client = pg.Client): typeof pg.Client {
  return class extends Client {
    constructor(config: pg.ClientConfig & { query_timeout: number }) {
      super({ ...config, query_timeout: 0 });
      let owesAnswer = false;
      const giveUp = () => {
        if (owesAnswer) socketOf(this).destroy(new Error('Query read timeout'));
      };
      const timer = setTimeout(giveUp, config.query_timeout).unref();
      this.on('drain', () => {
        owesAnswer = false;
      });
      this.once('end', () => clearTimeout(timer));
      const send = this.query;
      this.query = ((...statement: Parameters<typeof send>) => {
        owesAnswer = true;
        timer.refresh();
        return send.apply(this, statement);
      }) as typeof send;
    }
  };
}
