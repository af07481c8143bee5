import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { ListSource } from '../../http/list.js';
import { ReadList } from '../../http/operations.js';
import { SettlementQuery, SettlementReference } from '../settlement/settlement.dto.js';
import { SettlementService } from '../settlement/settlement.service.js';

/** Reference data. */
@ApiTags('Reference')
@Controller('reference')
export class ReferenceController {
  constructor(private readonly settlement: SettlementService) {}

  @ReadList('settlement', SettlementReference, {
    operationId: 'listSettlementDays',
    summary: 'Days on which the trading system is closed or open',
    description:
      'Every calendar day, newest first, with the T+2 settlement date of the open ones. Vietnam unless another country is named; its calendar ships from 2015 to next year, and days that rest on a rule instead of an official notice say (projected) in their name.',
  })
  @Requires('market-data:read')
  listSettlement(@Query() query: SettlementQuery): ListSource {
    return this.settlement.reference(query);
  }
}
