import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { countryKind, listedCountryKind } from '../../kinds/codes.js';
import { listOf, textShown } from '../../kinds/kinds.js';
import { Mic } from './mic.entity.js';
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
  @Shown(micKind, 'Market identifier code allocated to the market.', 'XSTC') mic: string;
  @Shown(micKind, 'MIC of the entity operating the market; for a segment it may be a segment too.', 'XSTC')
  operating_mic: string;
  @Shown(operatingOrSegmentKind, 'Operating MIC or market segment MIC.', 'OPRT') oprt_sgmt: string;
  @Shown(textShown, 'Name of the market.', 'HOCHIMINH STOCK EXCHANGE') market_name: string;
  @ShownOrNull(textShown, 'Legal name of the entity that owns the market.', null)
  legal_entity_name: string | null;
  @ShownOrNull(textShown, 'Legal entity identifier (ISO 17442-1).', '969500HMVSZ0TCV65D58')
  lei: string | null;
  @ShownOrNull(textShown, 'Type of market, a code from the ISO 10383 list.', 'NSPD')
  market_category: string | null;
  @ShownOrNull(textShown, 'Known acronym.', 'HOSE') acronym: string | null;
  @Shown(countryKind, 'Country where the market is registered, ISO 3166-1 alpha-2; ZZ for none.', 'VN')
  iso_country_code: string;
  @FieldOf(Mic) city: string | null;
  @ShownOrNull(textShown, 'Website, as published.', 'WWW.HSX.VN') website: string | null;
  @Shown(micStatusKind, 'ACTIVE, UPDATED since the last publication, or EXPIRED.', 'ACTIVE')
  status: string;
  @ShownOrNull(compactDateShown, 'Date of creation.', '20090727') creation_date: string | null;
  @ShownOrNull(compactDateShown, 'Date of last modification.', '20090727') last_update_date: string | null;
  @ShownOrNull(compactDateShown, 'Date of last review.', '20210927')
  last_validation_date: string | null;
  @ShownOrNull(compactDateShown, 'Date of deactivation.', null) expiry_date: string | null;
  @ShownOrNull(textShown, 'Additional information.', null) comments: string | null;
}

/** Parameters of GET /reference/mic. */
export class MicQuery extends PageQuery {
  @QueryField(
    listOf(micKind, MAXIMUM_CODES),
    `Market identifier code, or up to ${MAXIMUM_CODES} separated by commas.`,
    'XSTC,HSTC',
  )
  mic?: string[];
  @QueryField(micKind, 'All MICs of an operator.', 'HSTC') operating_mic?: string;
  @QueryField(listedCountryKind, 'Country, ISO 3166-1 alpha-2.', 'VN') country?: string;
  @QueryField(
    micStatusKind,
    'Status under either name, case-insensitive: ACTIVE, UPDATED (modified), EXPIRED (deleted). All by default.',
    'ACTIVE',
  )
  status?: string;
  @QueryField(wordsKind, `Words of the code, name, legal entity, acronym or city: ${WORDS_TEXT}`, 'ha noi')
  q?: string;
}
