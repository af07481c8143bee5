import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/rights.js';
import { Database } from '../database/database.js';
import { Answers, ProblemsOnly } from '../http/docs/operations.js';
import { Reply } from '../http/replies/reply.js';

/** A database that takes longer than this, ms, for a ping does not serve: a supervisor must not wait for it. */
const ANSWER_LIMIT = 2_000;

/** State of the service. */
export class Health {
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
      'Answers while the process can answer at all; does not look at the database. For a liveness probe.',
    summary: 'Is the process alive?',
    security: [],
  })
  @Answers(200, Health, 'The process answers.')
  @ProblemsOnly(400)
  live(): Reply {
    return new Reply(200, '{"status":"ok"}', { 'Cache-Control': 'no-store' });
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    description: 'Asks the database; 503 while it does not answer. For a readiness probe and load balancers.',
    summary: 'Can requests be served?',
    security: [],
  })
  @Answers(200, Health, 'The database answers.')
  @ProblemsOnly(400, 503)
  async ready(): Promise<Reply> {
    await this.database.ping(ANSWER_LIMIT);
    return new Reply(200, '{"status":"ok"}', { 'Cache-Control': 'no-store' });
  }
}
