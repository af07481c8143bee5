import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/rights.js';
import { Database } from '../database/database.js';
import { Answers, ProblemsOnly } from '../http/docs/operations.js';
import { Reply } from '../http/replies/reply.js';

/** A database that takes longer than this, ms, for a ping does not serve: a supervisor must not wait for it. */
const ANSWER_LIMIT = 2_000;

/** State of the service. */
class Health {
  @ApiProperty({ type: 'string', description: 'ok when the check passes.', example: 'ok' })
  status: string;
}

/** Health checks for supervisors and load balancers; no credential. */
@ApiTags('Operation')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  @Get('live')
  @ApiOperation({
    operationId: 'getLiveness',
    description:
      'Responds as long as the process can respond at all; does not check the database. For a liveness probe.',
    summary: 'Liveness check',
    security: [],
  })
  @Answers(200, Health, 'The process responds.')
  @ProblemsOnly(400)
  live(): Reply {
    return new Reply(200, '{"status":"ok"}', { 'Cache-Control': 'no-store' });
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    description:
      'Pings the database; 503 while it does not respond. For a readiness probe and load balancers.',
    summary: 'Readiness check',
    security: [],
  })
  @Answers(200, Health, 'The database responds.')
  @ProblemsOnly(400, 503)
  async ready(): Promise<Reply> {
    await this.database.ping(ANSWER_LIMIT);
    return new Reply(200, '{"status":"ok"}', { 'Cache-Control': 'no-store' });
  }
}
