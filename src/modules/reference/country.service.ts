import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import type { Item } from '../../database/records/stored-item.js';
import { notTogether, RecordNotFound, requireExisting } from '../../errors/domain-errors.js';
import type { CountriesOfRegionQuery, CountryFieldsQuery, CountryQuery } from './country.dto.js';
import { CountryRepository } from './country.repository.js';

/** Countries and territories. */
@Injectable()
export class CountryService {
  constructor(private readonly countries: CountryRepository) {}

  list(query: CountryQuery): List {
    checkCursor(query);
    return this.countries.list(query);
  }

  /** Countries of a region; RecordNotFound when no country lies there. */
  async listRegion(region: string, query: CountriesOfRegionQuery): Promise<List> {
    if (!(await this.countries.hasRegion(region))) throw new RecordNotFound('region', region);
    return this.list({ ...query, region });
  }

  /** A country by its alpha-2 or alpha-3 code in upper case; RecordNotFound when there is none. */
  async find(code: string, { fields }: CountryFieldsQuery): Promise<Item> {
    return requireExisting(await this.countries.find(code, fields), 'country', code);
  }
}

/** Without the key there is no position to continue from: such a list continues by offset. */
function checkCursor({ cursor, fields }: CountriesOfRegionQuery): void {
  if (cursor === undefined || fields === undefined || fields.includes('cca2')) return;
  throw notTogether('cursor', 'a cursor needs cca2 among the fields');
}
