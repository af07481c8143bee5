import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote } from '../builders/quotes.js';
import { cleanUp } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { Client } from './client.js';
import { connect, emptyDatabase, Service, urlOf } from './harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(2, 30);

afterAll(cleanUp);

describe('two instances that start at once on one empty database', () => {
  it('both become ready, with one schema, one first token, and the shipped data once', async () => {
    const dayCounts = new Set<string>();
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      const address = await emptyDatabase();
      const environment = { DATABASE_URL: urlOf(address), BOOTSTRAP_ADMIN_TOKEN: '' };
      const services = [Service.launch(environment), Service.launch(environment)];
      await Promise.all(services.map((service) => service.ready()));
      const tokens = services.flatMap(
        (service) => service.stderr.match(/First admin token, shown this once: (\S+)/)?.[1] ?? [],
      );
      expect(tokens.length).toBe(1);
      const database = await connect(address);
      const { rows } = await database.query(`
        SELECT (SELECT count(*)::int FROM api_token) AS tokens,
          (SELECT count(*)::int FROM schema_migration) - (SELECT count(DISTINCT name)::int FROM schema_migration) AS repeated_migrations,
          (SELECT count(*)::int FROM (SELECT FROM settlement GROUP BY country, date HAVING count(*) > 1) d) AS repeated_days,
          (SELECT count(*)::int FROM (
             SELECT FROM audit_event WHERE action = 'loaded' GROUP BY after ->> 'part' HAVING count(*) > 1) d) AS repeated_parts,
          (SELECT count(*)::int FROM shipped_data) - (
             SELECT count(*)::int FROM audit_event WHERE action = 'loaded') AS unrecorded_parts`);
      expect(rows[0]).toEqual({
        tokens: 1,
        repeated_migrations: 0,
        repeated_days: 0,
        repeated_parts: 0,
        unrecorded_parts: 0,
      });
      const {
        rows: [days],
      } = await database.query('SELECT count(*)::int AS days FROM settlement');
      dayCounts.add(JSON.stringify(days));
      const [one, two] = services.map((service) => new Client(service.url, tokens[0] ?? ''));
      expect((await one?.post('/svc/quote', aQuote()))?.status).toBe(201);
      expect((await two?.post('/svc/quote', aQuote()))?.status).toBe(303);
      for (const service of services) service.signal('SIGTERM');
      await Promise.all(services.map((service) => service.ended()));
      await database.end();
    }
    // Every round loaded the same calendar.
    expect(dayCounts.size).toBe(1);
    figure(
      'R12',
      'two instances started at once on an empty database',
      turns.done,
      `0 violations: one schema, one first token, the shipped data once (${[...dayCounts]})`,
    );
  });
});
