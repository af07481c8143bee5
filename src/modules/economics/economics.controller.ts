import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ReadList } from '../../http/docs/operations.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import { EconomicEventQuery, EconomicEventRecord } from './economic-event.dto.js';
import { EconomicsService } from './economics.service.js';

/** Economics. */
@ApiTags('Economics')
@Controller('economics')
export class EconomicsController {
  constructor(private readonly economics: EconomicsService) {}

  @ReadsFrom({ needs: { economic_event: 'events' } })
  @ReadList('calendar', EconomicEventRecord, {
    operationId: 'listEconomicEvents',
    summary: 'Economic calendar',
    description:
      'Past and upcoming events, latest first (`order=asc` for the earliest): (date descending, organiser, event_name, location).',
  })
  @Requires('market-data:read')
  calendar(@Query() query: EconomicEventQuery): List {
    return this.economics.calendar(query);
  }
}
