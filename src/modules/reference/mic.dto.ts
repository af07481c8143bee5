import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { countryKind, listedCountryKind } from '../../kinds/codes.js';
import { choiceKind, listOf, textShown } from '../../kinds/kinds.js';
import { writeBody } from '../dataset/columns.js';
import { Mic } from './mic.entity.js';
import { compactDateShown, micKind, micStatusKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** A market identifier code (specification 2.7). */
export class MicRecord {
  @Shown(micKind, { description: 'Market identifier code allocated to the market.', example: 'XSTC' })
  mic: string;
  @Shown(micKind, {
    description: 'MIC of the entity that operates the market; of a segment it may be a segment too.',
    example: 'XSTC',
  })
  operating_mic: string;
  @Shown(choiceKind(['OPRT', 'SGMT']), {
    description: 'Operating MIC or market segment MIC.',
    example: 'OPRT',
  })
  oprt_sgmt: string;
  @Shown(textShown, { description: 'Name of the market.', example: 'HOCHIMINH STOCK EXCHANGE' })
  market_name: string;
  @ShownOrNull(textShown, { description: 'Legal name of the entity that owns the market.', example: null })
  legal_entity_name: string | null;
  @ShownOrNull(textShown, {
    description: 'Legal entity identifier (ISO 17442-1).',
    example: '969500HMVSZ0TCV65D58',
  })
  lei: string | null;
  @ShownOrNull(textShown, {
    description: 'Type of market, a code of the list of ISO 10383.',
    example: 'NSPD',
  })
  market_category: string | null;
  @ShownOrNull(textShown, { description: 'Known acronym.', example: 'HOSE' })
  acronym: string | null;
  @Shown(countryKind, {
    description: 'Country where the market is registered, ISO 3166-1 alpha-2; ZZ for none.',
    example: 'VN',
  })
  iso_country_code: string;
  @FieldOf(Mic) city: string | null;
  @ShownOrNull(textShown, { description: 'Website, as published.', example: 'WWW.HSX.VN' })
  website: string | null;
  @Shown(choiceKind(['ACTIVE', 'UPDATED', 'EXPIRED']), {
    description: 'ACTIVE, UPDATED since the last publication, or EXPIRED.',
    example: 'ACTIVE',
  })
  status: string;
  @ShownOrNull(compactDateShown, { description: 'When it was created.', example: '20090727' })
  creation_date: string | null;
  @ShownOrNull(compactDateShown, { description: 'When it was last modified.', example: '20090727' })
  last_update_date: string | null;
  @ShownOrNull(compactDateShown, { description: 'When it was last reviewed.', example: '20210927' })
  last_validation_date: string | null;
  @ShownOrNull(compactDateShown, { description: 'When it was deactivated.', example: null })
  expiry_date: string | null;
  @ShownOrNull(textShown, { description: 'Additional information.', example: null })
  comments: string | null;
}

/** A market identifier code to be written; dates as YYYYMMDD or YYYY-MM-DD. */
export class MicWrite extends writeBody(Mic) {}

/** Parameters of GET /reference/mic. */
export class MicQuery extends PageQuery {
  @QueryField(listOf(micKind, MAXIMUM_CODES), {
    description: `Market identifier code, or up to ${MAXIMUM_CODES} separated by commas.`,
    example: 'XSTC,HSTC',
  })
  mic?: string[];
  @QueryField(micKind, { description: 'All MICs of an operator.', example: 'HSTC' })
  operating_mic?: string;
  @QueryField(listedCountryKind, { description: 'Country, ISO 3166-1 alpha-2.', example: 'VN' })
  country?: string;
  @QueryField(micStatusKind, {
    description:
      'Status by either naming, in any letter case: ACTIVE, UPDATED (modified), EXPIRED (deleted). All when not given.',
    example: 'ACTIVE',
  })
  status?: string;
  @QueryField(wordsKind, {
    description: `Words of code, name, legal entity, acronym or city: ${WORDS_TEXT}`,
    example: 'ha noi',
  })
  q?: string;
}
