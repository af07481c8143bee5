import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The column of each table whose index has the first and the last day at its ends. Without the other columns of the key: by
 * them the planner would look up the days of one security there, each on a page of its own.
 */
const DAYS = {
  daily_statistic: 'date',
  market_depth: 'timestamp',
  index_constituent: 'from_date',
  industry_membership: 'from_date',
};

/**
 * - `audit_event_by_actor`: what a person wrote, and that one wrote nothing, is read without a walk through the log.
 * - The overview of data sets takes the first and the last day from an index instead of a look at each security.
 */
export class EventsByActorAndStatisticsByDay1795510050653 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX audit_event_by_actor ON audit_event (actor, id)');
    for (const [table, day] of Object.entries(DAYS))
      await runner.query(`CREATE INDEX ${table}_by_date ON ${table} (${day})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(DAYS)) await runner.query(`DROP INDEX ${table}_by_date`);
    await runner.query('DROP INDEX audit_event_by_actor');
  }
}
