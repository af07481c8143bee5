import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { countryKind, dateKind, listOf, textOf, textShown } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import {
  compactDateShown,
  micKind,
  micStatusKind,
  operatingOrSegmentKind,
  WORDS_TEXT,
  wordsKind,
} from './reference-kinds.js';

/** A market identifier code (specification 2.7). */
export class MicRecord {
  @Shown(micKind, { description: 'Market identifier code allocated to the market.', example: 'XSTC' })
  mic: string;
  @Shown(micKind, {
    description: 'MIC of the entity that operates the market; of a segment it may be a segment too.',
    example: 'XSTC',
  })
  operating_mic: string;
  @Shown(
    { schema: { type: 'string', enum: ['OPRT', 'SGMT'] } },
    { description: 'Operating MIC or market segment MIC.', example: 'OPRT' },
  )
  oprt_sgmt: string;
  @Shown(textShown, { description: 'Name of the market.', example: 'HOCHIMINH STOCK EXCHANGE' })
  market_name: string;
  @Shown(textShown, {
    description: 'Legal name of the entity that owns the market.',
    example: null,
    nullable: true,
  })
  legal_entity_name: string | null;
  @Shown(textShown, {
    description: 'Legal entity identifier (ISO 17442-1).',
    example: '969500HMVSZ0TCV65D58',
    nullable: true,
  })
  lei: string | null;
  @Shown(textShown, {
    description: 'Type of market, a code of the list of ISO 10383.',
    example: 'NSPD',
    nullable: true,
  })
  market_category: string | null;
  @Shown(textShown, { description: 'Known acronym.', example: 'HOSE', nullable: true })
  acronym: string | null;
  @Shown(countryKind, {
    description: 'Country where the market is registered, ISO 3166-1 alpha-2; ZZ for none.',
    example: 'VN',
  })
  iso_country_code: string;
  @Shown(textShown, { description: 'City.', example: 'HO CHI MINH CITY', nullable: true })
  city: string | null;
  @Shown(textShown, { description: 'Website, as published.', example: 'WWW.HSX.VN', nullable: true })
  website: string | null;
  @Shown(
    { schema: { type: 'string', enum: ['ACTIVE', 'UPDATED', 'EXPIRED'] } },
    { description: 'ACTIVE, UPDATED since the last publication, or EXPIRED.', example: 'ACTIVE' },
  )
  status: string;
  @Shown(compactDateShown, { description: 'When it was created.', example: '20090727', nullable: true })
  creation_date: string | null;
  @Shown(compactDateShown, { description: 'When it was last modified.', example: '20090727', nullable: true })
  last_update_date: string | null;
  @Shown(compactDateShown, { description: 'When it was last reviewed.', example: '20210927', nullable: true })
  last_validation_date: string | null;
  @Shown(compactDateShown, { description: 'When it was deactivated.', example: null, nullable: true })
  expiry_date: string | null;
  @Shown(textShown, { description: 'Additional information.', example: null, nullable: true })
  comments: string | null;
}

/** A market identifier code to be written; dates as YYYYMMDD or YYYY-MM-DD. */
export class MicWrite extends ReadBack {
  @BodyField(micKind, { description: 'Market identifier code; the key.', example: 'XSTC' })
  mic: string;
  @BodyField(micKind, { description: 'MIC of the operator.', example: 'XSTC' })
  operating_mic: string;
  @BodyField(operatingOrSegmentKind, { description: 'OPRT or SGMT.', example: 'OPRT' })
  oprt_sgmt: string;
  @BodyField(textOf({ max: 500 }), { description: 'Name.', example: 'HOCHIMINH STOCK EXCHANGE' })
  market_name: string;
  @BodyField(textOf({ max: 500 }), {
    description: 'Legal name of the owner.',
    example: 'HOSE',
    optional: true,
  })
  legal_entity_name?: string;
  @BodyField(textOf({ max: 20 }), {
    description: 'Legal entity identifier.',
    example: '969500HMVSZ0TCV65D58',
    optional: true,
  })
  lei?: string;
  @BodyField(textOf({ max: 10 }), { description: 'Code of the category.', example: 'NSPD', optional: true })
  market_category?: string;
  @BodyField(textOf({ max: 100 }), { description: 'Acronym.', example: 'HOSE', optional: true })
  acronym?: string;
  @BodyField(countryKind, { description: 'Country, ISO 3166-1 alpha-2, or ZZ.', example: 'VN' })
  iso_country_code: string;
  @BodyField(textOf({ max: 200 }), { description: 'City.', example: 'HO CHI MINH CITY', optional: true })
  city?: string;
  @BodyField(textOf({ max: 500 }), { description: 'Website.', example: 'WWW.HSX.VN', optional: true })
  website?: string;
  @BodyField(micStatusKind, { description: 'Status, by either naming.', example: 'ACTIVE' })
  status: string;
  @BodyField(dateKind, { description: 'Creation.', example: '20090727', optional: true })
  creation_date?: string;
  @BodyField(dateKind, { description: 'Last modification.', example: '20090727', optional: true })
  last_update_date?: string;
  @BodyField(dateKind, { description: 'Last review.', example: '20210927', optional: true })
  last_validation_date?: string;
  @BodyField(dateKind, { description: 'Deactivation.', example: '20250526', optional: true })
  expiry_date?: string;
  @BodyField(textOf({ max: 2000 }), { description: 'Comments.', example: 'FORMERLY HASTC', optional: true })
  comments?: string;
}

/** Parameters of GET /reference/mic. */
export class MicQuery extends PageQuery {
  @QueryField(listOf(micKind, MAXIMUM_CODES), {
    description: `Market identifier code, or up to ${MAXIMUM_CODES} separated by commas.`,
    example: 'XSTC,HSTC',
  })
  mic?: string[];
  @QueryField(micKind, { description: 'All MICs of an operator.', example: 'HSTC' })
  operating_mic?: string;
  @QueryField(countryKind, { description: 'Country, ISO 3166-1 alpha-2.', example: 'VN' })
  country?: string;
  @QueryField(micStatusKind, {
    description:
      'Status by either naming, in any letter case: ACTIVE, UPDATED (modified), EXPIRED (deleted). All when not given.',
    example: 'active',
  })
  status?: string;
  @QueryField(wordsKind, {
    description: `Words of code, name, legal entity, acronym or city: ${WORDS_TEXT}`,
    example: 'ha noi',
  })
  q?: string;
}
