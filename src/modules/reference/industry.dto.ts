import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import {
  dateKind,
  dateShown,
  integerKind,
  listOf,
  textOf,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { industryCodeKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

const nullable = true;

/** An industry, or a period in which a security belonged to one, with all levels above it. */
export class IndustryRecord {
  @Shown(tickerKind, { description: 'Security; null in the list of industries.', example: 'VNM', nullable })
  ticker: string | null;
  @Shown(industryCodeKind, { description: 'Code of the industry.', example: '30202030' })
  code: string;
  @Shown(integerKind({ min: 1, max: 4 }), {
    description: 'Level: 1 sector, 2 industry group, 3 industry, 4 sub-industry.',
    example: 4,
  })
  level: number;
  @Shown(textShown, {
    description: 'Name valid then; null where no name is stored for that day.',
    example: 'Dairy',
    nullable,
  })
  name: string | null;
  @Shown(textShown, { description: 'English name.', example: 'Dairy', nullable })
  name_en: string | null;
  @Shown(textShown, { description: 'Classification that the code belongs to.', example: 'OWN', nullable })
  scheme: string | null;
  @Shown(dateShown, {
    description: 'First day: of the membership, or of the validity of the industry.',
    example: '2016-01-04',
  })
  from_date: string;
  @Shown(dateShown, {
    description: 'Last day, at the latest the day before the next one begins; null while it lasts.',
    example: null,
    nullable,
  })
  to_date: string | null;
  @Shown(industryCodeKind, { description: 'Code of the sector, 2 digits.', example: '30' })
  sector_code: string;
  @Shown(textShown, { description: 'Name of the sector.', example: 'Everyday Goods', nullable })
  sector_name: string | null;
  @Shown(industryCodeKind, {
    description: 'Code of the industry group, 4 digits.',
    example: '3020',
    nullable,
  })
  industry_group_code: string | null;
  @Shown(textShown, { description: 'Name of the industry group.', example: 'Food and Drink', nullable })
  industry_group_name: string | null;
  @Shown(industryCodeKind, { description: 'Code of the industry, 6 digits.', example: '302020', nullable })
  industry_code: string | null;
  @Shown(textShown, { description: 'Name of the industry.', example: 'Food', nullable })
  industry_name: string | null;
  @Shown(industryCodeKind, {
    description: 'Code of the sub-industry, 8 digits.',
    example: '30202030',
    nullable,
  })
  sub_industry_code: string | null;
  @Shown(textShown, { description: 'Name of the sub-industry.', example: 'Dairy', nullable })
  sub_industry_name: string | null;
}

/** An industry of a hierarchy to be written: one period of one code. */
export class IndustryWrite extends ReadBack {
  @BodyField(industryCodeKind, {
    description: 'Code, 2 digits a level; with valid_from the key.',
    example: '30',
  })
  code: string;
  @BodyField(dateKind, {
    description: 'First day of this name; 1900-01-01, always, when not given.',
    example: '2018-09-28',
    default: '1900-01-01',
    optional: true,
  })
  valid_from?: string;
  @BodyField(dateKind, { description: 'Last day of this name.', example: '2023-03-16', optional: true })
  valid_to?: string;
  @BodyField(textOf({ max: 300 }), { description: 'Name.', example: 'Hàng thiết yếu' })
  name: string;
  @BodyField(textOf({ max: 300 }), {
    description: 'English name.',
    example: 'Everyday Goods',
    optional: true,
  })
  name_en?: string;
  @BodyField(textOf({ max: 4000 }), { description: 'Definition.', example: 'Food and drink', optional: true })
  description?: string;
  @BodyField(textOf({ max: 30 }), {
    description: 'Classification; GICS when not given.',
    example: 'GICS',
    default: 'GICS',
    optional: true,
  })
  scheme?: string;
}

/** A period in which a security belongs to an industry, to be written. */
export class IndustryMembershipWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security; with from_date the key.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, { description: 'First day.', example: '2016-01-04' })
  from_date: string;
  @BodyField(dateKind, {
    description: 'Last day; until the next membership begins when not given.',
    example: '2023-03-16',
    optional: true,
  })
  to_date?: string;
  @BodyField(industryCodeKind, { description: 'Code of the industry.', example: '30202030' })
  code: string;
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
