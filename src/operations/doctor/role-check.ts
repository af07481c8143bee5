import { SERVICE_ROLE } from '../../database/connection/connection.js';
import { serviceAddress } from '../../database/schema/service-role.js';
import { bad, type Check, ok, some } from './finding.js';

/** What the service's own connections may touch: rows, and nothing with which a forged statement could destroy more. */
export const role: Check = {
  name: 'database role',
  async look({ address }) {
    const { runsAs, warning } = await serviceAddress(address);
    if (runsAs.lacks.length > 0) {
      return bad(
        'fail',
        `${runsAs.user} may not read and write ${some(runsAs.lacks)}`,
        'Start the service once with the owner of the tables in DATABASE_URL: the start grants what is missing',
      );
    }
    if (warning === undefined) return ok(`${runsAs.user}: neither superuser nor owner`);
    return runsAs.user === SERVICE_ROLE
      ? bad('warn', warning, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC, which newer PostgreSQL servers do')
      : bad(
          'warn',
          warning,
          `As an administrator of the server: ${remedy(runsAs.user)}; then start the service`,
        );
  },
};

const remedy = (user: string) =>
  `CREATE ROLE ${SERVICE_ROLE} NOLOGIN; GRANT ${SERVICE_ROLE} TO "${user.replaceAll('"', '""')}"`;
