import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import type { EconomicEventQuery } from './economic-event.dto.js';
import { EconomicsRepository } from './economics.repository.js';

/** The economic calendar. */
@Injectable()
export class EconomicsService {
  constructor(private readonly events: EconomicsRepository) {}

  /** Past and coming events. */
  calendar(query: EconomicEventQuery): List {
    return this.events.calendar(query);
  }
}
