import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words of closed sets are refused by the database too, as validation refuses them in reference data. */
export class ClosedWords1795413568426 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE asset_class ADD CONSTRAINT asset_class_category CHECK (market_category IN (
        'Commodities', 'Cryptocurrency', 'Derivatives', 'Emerging Markets', 'Equities', 'Fixed Income',
        'Foreign Exchange', 'Indices'))`);
    await runner.query(`
      ALTER TABLE account ADD CONSTRAINT account_company_type
        CHECK (company_type IN ('ordinary', 'bank', 'insurance', 'securities'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account DROP CONSTRAINT account_company_type');
    await runner.query('ALTER TABLE asset_class DROP CONSTRAINT asset_class_category');
  }
}
