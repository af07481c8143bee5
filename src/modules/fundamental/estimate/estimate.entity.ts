import { Check } from 'typeorm';
import { StoredRecord } from '../../../database/records/stored-record.js';
import { choiceKind, instantKind, numberKind, textOf, tickerKind } from '../../../kinds/kinds.js';
import { DataColumn, KeyColumn, RecordTable } from '../../dataset/columns.js';
import { fiscalYearKind, unitKind } from '../statements/statement-kinds.js';

/** Forecast figures: `eps`, `bvps` and `dividend` are per share, the others of the company. */
const estimateItemKind = choiceKind(['eps', 'net_profit', 'revenue', 'ebitda', 'bvps', 'dividend']);

/**
 * An analyst's forecast of a figure of a fiscal year; natural key (ticker, fiscal_year, item, source, published_at): a
 * later estimate is stored alongside the one it replaces.
 */
@RecordTable('estimate')
@Check('estimate_year', `fiscal_year BETWEEN 1900 AND 9999`)
@Check('estimate_source', `source <> ''`)
@Check('estimate_value', `value > '-Infinity' AND value < 'Infinity'`)
@Check('estimate_published_at', `isfinite(published_at)`)
export class Estimate extends StoredRecord {
  @KeyColumn(tickerKind, 'Security symbol of the company.', 'VNM') ticker: string;
  @KeyColumn(fiscalYearKind, 'Fiscal year that the figure is expected for.', 2025, { columnNames: ['year'] })
  fiscal_year: number;
  @KeyColumn(
    estimateItemKind,
    'Figure: eps, bvps and dividend are per share; net_profit (of the owners of the parent), revenue and ebitda are of the company.',
    'eps',
  )
  item: string;
  @KeyColumn(
    textOf({ max: 200 }),
    'Source of the estimate: a broker, a consensus, the company itself.',
    'Research desk',
    { columnNames: ['broker', 'provider'] },
  )
  source: string;
  @KeyColumn(
    instantKind,
    'When it was published, UTC; no response for an earlier day uses it.',
    '2025-02-10T02:00:00Z',
    { columnNames: ['publish date', 'publication date', 'date'] },
  )
  published_at: string;
  @DataColumn(numberKind(), 'Value in its unit.', 4800) value: number;
  @DataColumn(
    unitKind,
    'Unit; VND by default. `thousand`, `million` and `billion` of a currency are accepted and stored in full.',
    'VND',
    { default: 'VND' },
  )
  unit?: string;
}
