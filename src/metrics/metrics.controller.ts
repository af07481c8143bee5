import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Requires } from '../auth/rights.js';
import { Problems } from '../http/docs/operations.js';
import { Reply } from '../http/replies/reply.js';
import { Metrics } from './metrics.js';

/** What Prometheus scrapes. */
@ApiTags('Operation')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiBearerAuth()
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Metrics in the Prometheus text format',
    description:
      'Requests by method, route and status with their durations, connection pools, the database, bulk items, event loop and process. Requires ops:read; Prometheus sends the token via `authorization.credentials_file`.',
  })
  @ApiResponse({
    status: 200,
    description: 'Metrics, one sample per line.',
    content: { 'text/plain': { schema: { type: 'string', example: 'mds_database_up 1' } } },
  })
  @Problems(400)
  @Requires('ops:read')
  read(): Promise<Reply> {
    return this.metrics.text().then(({ type, body }) => new Reply(200, body, { 'Content-Type': type }));
  }
}
