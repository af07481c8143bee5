import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { Publication } from '../../market/publication.js';
import type { AdjustmentQuery } from './price-adjustment.dto.js';
import { PriceAdjustmentRepository } from './price-adjustment.repository.js';

/** Price adjustments of corporate actions. */
@Injectable()
export class PriceAdjustmentService {
  constructor(
    private readonly actions: PriceAdjustmentRepository,
    private readonly publication: Publication,
  ) {}

  /** Actions of a ticker with ex-dates within a range of days. */
  list({ from_date: start, to_date: end, ...query }: AdjustmentQuery): List {
    return this.actions.list({ ...query, start, end }, this.publication.standard);
  }
}
