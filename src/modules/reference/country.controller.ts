import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { ProblemsOnly, ReadList, ReadOne } from '../../http/docs/operations.js';
import { PathParam } from '../../http/fields/params.js';
import { ok, type Reply } from '../../http/replies/reply.js';
import { ReadsFrom } from '../dataset/reads-from.js';
import {
  CountriesOfRegionQuery,
  CountryFieldsQuery,
  CountryQuery,
  CountryRecord,
  regionKind,
} from './country.dto.js';
import { CountryService } from './country.service.js';
import { countryCodeKind } from './reference-kinds.js';

/** Source of the countries; the licence must be named wherever they are published. */
const SOURCE =
  'Source: contains information from World countries (https://github.com/mledoze/countries), made available under the Open Database License (https://opendatacommons.org/licenses/odbl/1.0/), under which the country table is also offered; further sources are Unicode CLDR, GeoNames and others named in NOTICE.';

/** Countries and territories (specification 2.6). */
@ApiTags('Reference')
@Controller('reference/countries')
@Requires('market-data:read')
export class CountryController {
  constructor(private readonly countries: CountryService) {}

  @ReadsFrom({ needs: { country: 'countries' } })
  @ReadList('', CountryRecord, {
    operationId: 'listCountries',
    summary: 'Countries',
    description: `All countries and territories with every field under both of its names, by alpha-2 code. ${SOURCE}`,
  })
  list(@Query() query: CountryQuery): List {
    return this.countries.list(query);
  }

  @ReadsFrom({ needs: { country: 'the country' } })
  @ReadOne('country/:code', CountryRecord, {
    operationId: 'getCountry',
    summary: 'A country by its ISO alpha-2 or alpha-3 code',
    description: `One country; the code has two or three letters, case-insensitive. ${SOURCE}`,
  })
  async find(
    @PathParam('code', countryCodeKind, 'ISO 3166-1 alpha-2 or alpha-3 code, case-insensitive.', 'VN')
    code: string,
    @Query() query: CountryFieldsQuery,
  ): Promise<Reply> {
    return ok(await this.countries.find(code, query));
  }

  @ReadsFrom({ needs: { country: 'countries' } })
  @ReadList('region/:region', CountryRecord, {
    operationId: 'listCountriesOfRegion',
    summary: 'Countries of a region',
    description: `Countries of a UN demographic region (Africa, Americas, Antarctic, Asia, Europe, Oceania; case-insensitive), by alpha-2 code; 404 for a region without countries. ${SOURCE}`,
  })
  @ProblemsOnly(404)
  listRegion(
    @PathParam('region', regionKind, 'UN demographic region, case-insensitive.', 'Asia')
    region: string,
    @Query() query: CountriesOfRegionQuery,
  ): Promise<List> {
    return this.countries.listRegion(region, query);
  }
}
