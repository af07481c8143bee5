import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { InvalidInput } from '../../errors/domain-errors.js';
import { Publication } from '../../market/publication.js';
import type { AdjustmentQuery } from './price-adjustment.dto.js';
import { AdjustmentRepository } from './price-adjustment.repository.js';

/** Price adjustments of corporate actions. */
@Injectable()
export class AdjustmentService {
  constructor(
    private readonly actions: AdjustmentRepository,
    private readonly publication: Publication,
  ) {}

  /** Actions of a ticker with ex-dates from start to end; InvalidInput when start is after end. */
  list(query: AdjustmentQuery): List {
    if (query.start !== undefined && query.end !== undefined && query.start > query.end) {
      throw new InvalidInput([{ parameter: 'start', code: 'out_of_range', detail: 'start is after end' }]);
    }
    return this.actions.list(query, this.publication.standard);
  }
}
