import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import { ReadOne } from '../../http/docs/operations.js';
import { PathParam, RecordId } from '../../http/fields/params.js';
import { ok, type Reply } from '../../http/replies/reply.js';
import { choiceKind, type Schema } from '../../kinds/kinds.js';
import { type DataSetName, RECORD_NAMES } from '../dataset/data-set-names.js';
import { RecordService } from './record.service.js';

/** A stored record of any data set: the fields of its data set beside the control fields. */
const STORED_RECORD: Schema = {
  type: 'object',
  description: 'All fields of the data set, beside:',
  required: ['id', 'timestamp'],
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'Identifier.',
      example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
    },
    timestamp: {
      type: 'string',
      format: 'date-time',
      description: 'Last change, UTC.',
      example: '2024-01-31T08:15:02.123456Z',
    },
  },
  additionalProperties: true,
};

/** Stored records by identifier: where the bulk insert's URLs lead. */
@ApiTags('Bulk')
@Controller('svc/record')
export class RecordController {
  constructor(private readonly records: RecordService) {}

  @ReadOne(':resource/:id', STORED_RECORD, {
    operationId: 'getRecord',
    example: {
      id: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
      ticker: 'VNM',
      name: 'CTCP Sữa Việt Nam',
      exchange: 'HOSE',
    },
    summary: 'A stored record of any data set',
    description: 'The record with all fields of its data set, by the identifier that bulk insert answered.',
  })
  @Requires('market-data:read')
  async find(
    @PathParam('resource', choiceKind(RECORD_NAMES), { description: 'Data set.', example: 'security' })
    resource: DataSetName,
    @RecordId() id: string,
  ): Promise<Reply> {
    return ok(await this.records.find(resource, id));
  }
}
