import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { RecordNotFound } from '../../errors/domain-errors.js';
import { Publication } from '../../market/publication.js';
import type { ContributorQuery } from './contributor.dto.js';
import { ContributorRepository } from './contributor.repository.js';
import type { IndexConstituentQuery, IndexDayQuery, IndexProfileQuery } from './index-profile.dto.js';
import { MarketIndexRepository } from './market-index.repository.js';

/** The index whose contributors are listed when none is named. */
const HOME_INDEX = 'VNINDEX';

/** Indices: profile, members and what moved them. */
@Injectable()
export class MarketIndexService {
  constructor(
    private readonly indices: MarketIndexRepository,
    private readonly movers: ContributorRepository,
    private readonly publication: Publication,
  ) {}

  profiles(query: IndexProfileQuery): List {
    return this.indices.profiles(query, this.publication.standard);
  }

  /** JSON text of one index; RecordNotFound when there is none. */
  async profile(code: string, { date }: IndexDayQuery): Promise<string> {
    const profile = await this.indices.profile({ code, date }, this.publication.standard);
    if (profile === undefined) throw new RecordNotFound('index', code);
    return profile;
  }

  /** Members valid on the day asked for, else on the day of the last level. */
  async constituents(query: IndexConstituentQuery): Promise<List> {
    const published = this.publication.standard;
    const date = query.date ?? (await this.indices.lastDay(query.code, published));
    return this.indices.constituents({ ...query, date }, published);
  }

  /** Contributors on the day asked for, else on the day of the last level. */
  async contributors({ code = HOME_INDEX, side = 'all', date, ...query }: ContributorQuery): Promise<List> {
    const published = this.publication.standard;
    const day = date ?? (await this.indices.lastDay(code, published));
    return this.movers.list({ ...query, code, side, date: day }, published);
  }
}
