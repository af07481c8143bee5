import { instant } from '../../database/sql.js';
import { dataSet } from '../dataset/data-set.js';
import { ISO_10383_CSV, ISO_10383_XML } from './iso10383.js';
import { Mic } from './mic.entity.js';
import { MIC_FLAGS } from './reference-flags.js';

/** The columns of a MIC over the alias `r`, in the order of specification 2.7. */
export const MIC_COLUMNS = `r.mic, r.operating_mic, r.oprt_sgmt, r.market_name, r.legal_entity_name, r.lei,
  r.market_category, r.acronym, r.iso_country_code, r.city, r.website, r.status,
  to_char(r.creation_date, 'YYYYMMDD') AS creation_date,
  to_char(r.last_update_date, 'YYYYMMDD') AS last_update_date,
  to_char(r.last_validation_date, 'YYYYMMDD') AS last_validation_date,
  to_char(r.expiry_date, 'YYYYMMDD') AS expiry_date, r.comments`;

/** Market identifier codes; importing a newer official list replaces what it changes. */
export const MIC = dataSet(Mic, {
  title: 'Market identifier codes (ISO 10383)',
  isComputedFrom: false,
  publishedForms: [ISO_10383_CSV, ISO_10383_XML],
  flags: MIC_FLAGS,
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT ${MIC_COLUMNS}, r.id, ${instant('r.changed_at')} AS timestamp) item`,
});
