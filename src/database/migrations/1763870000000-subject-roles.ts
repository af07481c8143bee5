import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Roles granted to subjects of an OpenID provider. An e-mail address changes hands and a provider may let its users
 * enter any; `issuer` and `subject` together are the one name that it never gives to another (OpenID Connect Core 5.7).
 * The primary key is what roles are looked up by.
 */
export class SubjectRoles1763870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subject_role (
        issuer text NOT NULL,
        subject text NOT NULL,
        role text NOT NULL,
        granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (issuer, subject),
        CONSTRAINT subject_role_role_check
          CHECK (role IN ('reader', 'maker', 'checker', 'auditor', 'operator', 'admin'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE subject_role`);
  }
}
