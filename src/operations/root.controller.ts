import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/rights.js';
import { VERSION } from '../config/version.js';
import { Answers, ProblemsOnly } from '../http/docs/operations.js';
import { Reply } from '../http/replies/reply.js';
import { DataNotice } from './data-notice.js';

/** What this service is and where to go from here. */
class ServiceCard {
  @ApiProperty({ type: 'string', description: 'Name of the service.', example: 'Market Data Service' })
  name: string;
  @ApiProperty({ type: 'string', description: 'Version of the service.', example: '0.1.0' })
  version: string;
  @ApiProperty({ type: 'string', description: 'Interactive documentation.', example: '/docs' })
  docs: string;
  @ApiProperty({ type: 'string', description: 'OpenAPI document.', example: '/openapi.json' })
  openapi: string;
  @ApiProperty({ type: 'string', description: 'Readiness check.', example: '/health/ready' })
  health: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Warning if the data is the synthetic market of the demo; null if it is not.',
    example: null,
  })
  notice: string | null;
}

/** The front page of the API. */
@ApiTags('Operation')
@Public()
@Controller()
export class RootController {
  constructor(private readonly notice: DataNotice) {}

  @Get()
  @ApiOperation({
    operationId: 'getService',
    description: 'Name, version and location of the documentation.',
    summary: 'Service information',
    security: [],
  })
  @Answers(200, ServiceCard, 'The service and its documentation.')
  @ProblemsOnly(400)
  root(): Reply {
    const card: ServiceCard = {
      name: 'Market Data Service',
      version: VERSION,
      docs: '/docs',
      openapi: '/openapi.json',
      health: '/health/ready',
      notice: this.notice.text,
    };
    return new Reply(200, JSON.stringify(card));
  }
}
