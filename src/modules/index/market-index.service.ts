import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { requireExisting } from '../../errors/domain-errors.js';
import { HOME_INDEX } from '../../market/home-index.js';
import { PresentDay } from '../../market/present-day.js';
import { Publication } from '../../market/publication.js';
import type { ContributorQuery } from './contributor.dto.js';
import { ContributorRepository } from './contributor.repository.js';
import type { IndexConstituentQuery, IndexDayQuery, IndexProfileQuery } from './index-profile.dto.js';
import { MarketIndexRepository } from './market-index.repository.js';

/** Indices: profile, members and contributors. */
@Injectable()
export class MarketIndexService {
  constructor(
    private readonly indices: MarketIndexRepository,
    private readonly movers: ContributorRepository,
    private readonly presentDay: PresentDay,
    private readonly publication: Publication,
  ) {}

  /** Indices with their levels by the requested day, else by the present day of the market. */
  async profiles(query: IndexProfileQuery): Promise<List> {
    const date = query.date ?? (await this.presentDay.find());
    return this.indices.profiles({ ...query, date }, this.publication.standard);
  }

  /** JSON text of one index; RecordNotFound if there is none. */
  async profile(code: string, query: IndexDayQuery): Promise<string> {
    const date = query.date ?? (await this.presentDay.find());
    return requireExisting(
      await this.indices.profile({ code, date }, this.publication.standard),
      'index',
      code,
    );
  }

  /** Members valid on the requested day, else on the present day of the market. */
  async constituents(query: IndexConstituentQuery): Promise<List> {
    const date = query.date ?? (await this.presentDay.find());
    return this.indices.constituents({ ...query, date }, this.publication.standard);
  }

  /** Contributors on the requested day, else on the present day of the market. */
  async contributors({ code = HOME_INDEX, side = 'all', ...query }: ContributorQuery): Promise<List> {
    const date = query.date ?? (await this.presentDay.find());
    return this.movers.list({ ...query, code, side, date }, this.publication.standard);
  }
}
