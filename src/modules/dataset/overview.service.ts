import { Inject, Injectable } from '@nestjs/common';
import { recordList } from '../../database/lists/computed-list.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind } from '../../kinds/kinds.js';
import { columnNamesOf } from './column-names.js';
import { columnsOf, DATA_SETS, type DataSet, type DataSets } from './data-set.js';
import type { DataSetForm, DataSetRecord } from './overview.dto.js';
import { OverviewRepository } from './overview.repository.js';
import { UnlockedReads } from './unlocked-reads.js';

const nameKind = choiceKind(DATA_SET_NAMES);

/** What is stored of every data set. */
@Injectable()
export class OverviewService {
  /** JSON texts of the forms requested so far */
  private readonly forms = new Map<DataSetName, string>();

  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly repository: OverviewRepository,
    private readonly reads: UnlockedReads,
  ) {}

  /** One record per data set, in the order of the registry. */
  async list(query: PageRequest): Promise<List> {
    const after = decodeCursor(query.cursor, [nameKind]);
    const records: DataSetRecord[] = [];
    // One after another: in parallel they would take the connections of all other reads.
    for (const dataSet of Object.values(this.dataSets)) records.push(await this.record(dataSet));
    return recordList(records, { query, key: 'name', after });
  }

  /** JSON text of the fields and flags of a data set ({@link DataSetForm}), which never change. */
  form(name: DataSetName): string {
    const text = this.forms.get(name) ?? JSON.stringify(this.formOf(name));
    this.forms.set(name, text);
    return text;
  }

  private formOf(name: DataSetName): DataSetForm {
    const dataSet = this.dataSets[name];
    const fields = columnsOf(dataSet).map((field) => ({
      name: field.name,
      type: String(field.kind.schema.type),
      format: (field.kind.shown ?? field.kind.schema).format ?? null,
      key: field.isKey,
      required: !field.optional,
      choices: (field.kind.schema.enum ?? []).map(String),
      column_names: columnNamesOf(field),
    }));
    const flags = Object.entries(dataSet.flags).map(([flag, { detail }]) => ({ flag, detail }));
    return { name, title: dataSet.title, keys: wireKey(dataSet), fields, flags };
  }

  private async record(dataSet: DataSet): Promise<DataSetRecord> {
    const { name, title, path } = dataSet;
    const extent = await this.repository.extent(dataSet);
    return {
      name,
      title,
      row_count: extent.row_count,
      estimated: extent.estimated,
      first_date: extent.first_date,
      last_date: extent.last_date,
      last_import_at: extent.last_import_at,
      last_change_at: extent.last_change_at,
      gap_days: extent.gap_days,
      keys: wireKey(dataSet),
      path,
      unlocks: this.reads.of(name),
      daily: dataSet.daily === true,
    };
  }
}

/** The natural key by the names that clients use. */
function wireKey(dataSet: DataSet): string[] {
  const fields = new Map(columnsOf(dataSet).map((field) => [field.name, field]));
  return dataSet.key.map((name) => fields.get(name)?.alias ?? name);
}
