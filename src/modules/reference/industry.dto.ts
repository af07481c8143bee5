import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { dateKind, dateShown, integerKind, listOf, textShown, tickerKind } from '../../kinds/kinds.js';
import { industryCodeKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** An industry, or a period in which a security belonged to one, with all levels above it. */
export class IndustryRecord {
  @ShownOrNull(tickerKind, { description: 'Security; null in the list of industries.', example: 'VNM' })
  ticker: string | null;
  @Shown(industryCodeKind, { description: 'Code of the industry.', example: '30202030' })
  code: string;
  @Shown(integerKind({ min: 1, max: 4 }), {
    description: 'Level: 1 sector, 2 industry group, 3 industry, 4 sub-industry.',
    example: 4,
  })
  level: number;
  @ShownOrNull(textShown, {
    description: 'Name valid then; null where no name is stored for that day.',
    example: 'Dairy',
  })
  name: string | null;
  @ShownOrNull(textShown, { description: 'English name.', example: 'Dairy' })
  name_en: string | null;
  @ShownOrNull(textShown, { description: 'Classification that the code belongs to.', example: 'OWN' })
  scheme: string | null;
  @Shown(dateShown, {
    description: 'First day: of the membership, or of the validity of the industry.',
    example: '2016-01-04',
  })
  from_date: string;
  @ShownOrNull(dateShown, {
    description: 'Last day, at the latest the day before the next one begins; null while it lasts.',
    example: null,
  })
  to_date: string | null;
  @Shown(industryCodeKind, { description: 'Code of the sector, 2 digits.', example: '30' })
  sector_code: string;
  @ShownOrNull(textShown, { description: 'Name of the sector.', example: 'Everyday Goods' })
  sector_name: string | null;
  @ShownOrNull(industryCodeKind, { description: 'Code of the industry group, 4 digits.', example: '3020' })
  industry_group_code: string | null;
  @ShownOrNull(textShown, { description: 'Name of the industry group.', example: 'Food and Drink' })
  industry_group_name: string | null;
  @ShownOrNull(industryCodeKind, { description: 'Code of the industry, 6 digits.', example: '302020' })
  industry_code: string | null;
  @ShownOrNull(textShown, { description: 'Name of the industry.', example: 'Food' })
  industry_name: string | null;
  @ShownOrNull(industryCodeKind, { description: 'Code of the sub-industry, 8 digits.', example: '30202030' })
  sub_industry_code: string | null;
  @ShownOrNull(textShown, { description: 'Name of the sub-industry.', example: 'Dairy' })
  sub_industry_name: string | null;
}

/** Parameters of GET /reference/gics/search. */
export class IndustryQuery extends PageQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_CODES), {
    description: `Security, or up to ${MAXIMUM_CODES} separated by commas: the answer is their industries over time. Without it the answer is the industries themselves.`,
    example: 'VNM',
  })
  ticker?: string[];
  @QueryField(industryCodeKind, {
    description: 'An industry and all below it: 2, 4, 6 or 8 digits.',
    example: '3020',
  })
  code?: string;
  @QueryField(wordsKind, {
    description: `Words of the name (with ticker: at any level): ${WORDS_TEXT}`,
    example: 'food',
  })
  q?: string;
  @QueryField(dateKind, {
    description: 'Point in time: only what was valid on this day, with the names of that day.',
    example: '20240131',
  })
  date?: string;
}
