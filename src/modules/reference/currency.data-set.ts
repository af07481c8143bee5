import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { CurrencyWrite } from './currency.dto.js';
import { ISO_4217_LIST_ONE, ISO_4217_LIST_THREE } from './iso4217.js';

/** The columns of a currency over the alias `r`; lists and booleans as JSON, in CSV too. */
export const CURRENCY_COLUMNS = `r.code, r.numeric_code, r.name, r.minor_unit, r.symbol,
  to_json(r.countries) AS countries, to_json(r.entities) AS entities, to_json(r.is_fund) AS is_fund, r.status, r.introduction_date,
  r.withdrawal_date, r.source`;

/** Currencies, funds and precious metals of ISO 4217, historic ones included. */
export const CURRENCY: DataSet<CurrencyWrite> = {
  name: 'currency',
  title: 'Currencies (ISO 4217)',
  table: 'currency',
  key: ['code'],
  record: CurrencyWrite,
  defaults: { countries: [], entities: [], is_fund: false, status: 'active' },
  path: '/svc/record/currency',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT ${CURRENCY_COLUMNS}, r.id, ${instant('r.changed_at')} AS timestamp) item`,
  publishedForms: [ISO_4217_LIST_ONE, ISO_4217_LIST_THREE],
};
