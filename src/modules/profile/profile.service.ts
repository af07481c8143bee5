import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { requireExisting } from '../../errors/domain-errors.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import type { ProfileQuery } from './profile.dto.js';
import { ProfileRepository } from './profile.repository.js';
import { DEFAULT_PEERS, type RelatedStockQuery } from './related-stock.dto.js';
import { RelatedStockRepository } from './related-stock.repository.js';

/** Profiles of securities and their peers, as of a day. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly relatedStocks: RelatedStockRepository,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
  ) {}

  /** JSON of a profile; RecordNotFound if the ticker is in neither the master, nor the indices, nor the quotes. */
  async find(ticker: string, { date }: ProfileQuery): Promise<string> {
    const presentDay = await this.presentDay.find();
    const json = await this.profiles.find({ ticker, date, presentDay }, this.publication.standard);
    return requireExisting(json, 'security', ticker);
  }

  /** Peers of a stock, nearest first; none if its industry is unknown. */
  async listRelated({ limit = DEFAULT_PEERS, ...query }: RelatedStockQuery): Promise<List> {
    const presentDay = await this.presentDay.find();
    return this.relatedStocks.list({ ...query, limit, presentDay }, this.publication.standard);
  }
}
