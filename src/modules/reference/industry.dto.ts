import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { dateKind, dateShown, integerKind, listOf, textShown, tickerKind } from '../../kinds/kinds.js';
import { industryCodeKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** An industry, or a period in which a security belonged to one, with all levels above it. */
export class IndustryRecord {
  @ShownOrNull(tickerKind, 'Security; null in the list of industries.', 'VNM') ticker: string | null;
  @Shown(industryCodeKind, 'Code of the industry.', '30202030') code: string;
  @Shown(integerKind({ min: 1, max: 4 }), 'Level: 1 sector, 2 industry group, 3 industry, 4 sub-industry.', 4)
  level: number;
  @ShownOrNull(textShown, 'Name valid at that time; null if no name is stored for that day.', 'Dairy')
  name: string | null;
  @ShownOrNull(textShown, 'English name.', 'Dairy') name_en: string | null;
  @ShownOrNull(textShown, 'Classification that the code belongs to.', 'OWN') scheme: string | null;
  @Shown(dateShown, 'First day of the membership, or of the validity of the industry.', '2016-01-04')
  from_date: string;
  @ShownOrNull(
    dateShown,
    'Last day, no later than the day before the next one begins; null if open-ended.',
    null,
  )
  to_date: string | null;
  @Shown(industryCodeKind, 'Code of the sector, 2 digits.', '30') sector_code: string;
  @ShownOrNull(textShown, 'Name of the sector.', 'Everyday Goods') sector_name: string | null;
  @ShownOrNull(industryCodeKind, 'Code of the industry group, 4 digits.', '3020')
  industry_group_code: string | null;
  @ShownOrNull(textShown, 'Name of the industry group.', 'Food and Drink') industry_group_name: string | null;
  @ShownOrNull(industryCodeKind, 'Code of the industry, 6 digits.', '302020') industry_code: string | null;
  @ShownOrNull(textShown, 'Name of the industry.', 'Food') industry_name: string | null;
  @ShownOrNull(industryCodeKind, 'Code of the sub-industry, 8 digits.', '30202030')
  sub_industry_code: string | null;
  @ShownOrNull(textShown, 'Name of the sub-industry.', 'Dairy') sub_industry_name: string | null;
}

/** Parameters of GET /reference/gics/search. */
export class IndustryQuery extends PageQuery {
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `One security symbol, or up to ${MAXIMUM_CODES} separated by commas: returns their industries over time. If omitted, returns the industries themselves.`,
    'VNM',
  )
  ticker?: string[];
  @QueryField(industryCodeKind, 'An industry and all below it: 2, 4, 6 or 8 digits.', '3020') code?: string;
  @QueryField(wordsKind, `Words of the name (with ticker: at any level): ${WORDS_TEXT}`, 'food') q?: string;
  @QueryField(
    dateKind,
    'Point in time: only what was valid on this day, with the names of that day.',
    '20240131',
  )
  date?: string;
}
