import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of each table by its day, whose ends are the first and the last day that the table has. */
const BY_DAY = {
  daily_statistic: 'date DESC, ticker',
  market_depth: 'timestamp DESC, ticker',
  index_constituent: 'from_date DESC, code, ticker',
  industry_membership: 'from_date DESC, ticker',
};

/**
 * - `audit_event_by_actor`: what a person wrote, and that one wrote nothing, is read without a walk through the log.
 * - The overview of data sets takes the first and the last day from an index instead of a look at each security.
 */
export class EventsByActorAndStatisticsByDay1795510050653 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX audit_event_by_actor ON audit_event (actor, id)');
    for (const [table, columns] of Object.entries(BY_DAY))
      await runner.query(`CREATE INDEX ${table}_by_date ON ${table} (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(BY_DAY)) await runner.query(`DROP INDEX ${table}_by_date`);
    await runner.query('DROP INDEX audit_event_by_actor');
  }
}
