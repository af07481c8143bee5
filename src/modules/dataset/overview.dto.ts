import { PickType } from '@nestjs/swagger';
import { Shown, ShownOrNull } from '../../http/fields/fields.js';
import { recordsShown } from '../../http/fields/nested.js';
import { DATA_SET_NAMES } from '../../kinds/data-set-names.js';
import {
  bigintKind,
  booleanKind,
  choiceKind,
  dateShown,
  instantShown,
  integerKind,
  textOf,
  textShown,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';

/** A read that uses records of a data set. */
export class UnlockedRead {
  @Shown(textShown, 'Path, as documented.', '/market/gainers') path: string;
  @Shown(
    choiceKind(['needs', 'needs_one_of', 'adds']),
    '`needs`: returns nothing without the data set; `needs_one_of`: nothing without this or another one; `adds`: without it, fields are null or lists are shorter.',
    'needs',
  )
  role: 'needs' | 'needs_one_of' | 'adds';
  @Shown(textShown, 'What it uses from the data set.', 'bars of the market') gives: string;
}

/** A data set and what is stored of it. */
export class DataSetRecord {
  @Shown(choiceKind(DATA_SET_NAMES), 'Name, as used by bulk insert and import.', 'quote') name: string;
  @Shown(textShown, 'What it contains.', 'Daily quotes') title: string;
  @Shown(bigintKind, 'Number of stored records.', 41250) row_count: number;
  @Shown(booleanKind, 'Whether row_count is an estimate by PostgreSQL: above 100,000 records.', false)
  estimated: boolean;
  @ShownOrNull(
    dateShown,
    'First date, in Asia/Ho_Chi_Minh for instants; null without records or without dates.',
    '2023-01-03',
  )
  first_date: string | null;
  @ShownOrNull(dateShown, 'Last date, likewise.', '2024-01-31') last_date: string | null;
  @ShownOrNull(
    instantShown,
    'When rows were last created by an import, or one last ended, UTC.',
    '2024-01-31T08:15:02.123456Z',
  )
  last_import_at: string | null;
  @ShownOrNull(instantShown, 'Last write of any kind, UTC.', '2024-01-31T08:15:02.123456Z')
  last_change_at: string | null;
  @ShownOrNull(
    integerKind({ min: 0 }),
    'For quote: open days of the Vietnamese calendar without any quote between the first and the last date; null for other data sets.',
    0,
  )
  gap_days: number | null;
  @Shown(arrayOf(textOf({ max: 100 }), 20), 'Fields of the natural key, in order.', ['ticker', 'date'])
  keys: string[];
  @Shown(textShown, 'Path under which its stored records are read by identifier.', '/svc/quote')
  path: string;
  @Shown(
    recordsShown(UnlockedRead),
    'Endpoints that return data, or more data, if it has records; what to load next.',
  )
  unlocks: UnlockedRead[];
  @Shown(
    booleanKind,
    'Whether it has records for every trading day; if so, `last_date` shows whether it is up to date.',
    true,
  )
  daily: boolean;
}

/** A field of a data set. */
export class DataSetField {
  @Shown(textShown, 'Name, as used by bulk insert.', 'close') name: string;
  @Shown(
    choiceKind(['string', 'number', 'integer', 'boolean', 'array', 'object']),
    'JSON type. A 64-bit integer may also be given as a string of digits.',
    'number',
  )
  type: string;
  @ShownOrNull(
    textShown,
    'Format of its values, as in the OpenAPI document: `date` for a calendar day, `date-time` for an instant; null if it has none.',
    'double',
  )
  format: string | null;
  @Shown(booleanKind, 'Whether it is part of the natural key.', false) key: boolean;
  @Shown(booleanKind, 'Whether every record requires it.', true) required: boolean;
  @Shown(arrayOf(textOf({ max: 100 }), 1000), 'The only accepted values; empty if unrestricted.', [])
  choices: string[];
  @Shown(
    arrayOf(textOf({ max: 100 }), 20),
    'Headings by which a file column is recognised as this field, best first; letter case, spaces and punctuation are ignored.',
    ['close', 'close price', 'closing price', 'last', 'last price', 'price'],
  )
  column_names: string[];
}

/** What a stored record of a data set may be flagged for. */
export class DataSetFlag {
  @Shown(textShown, 'Name.', 'price_jump') flag: string;
  @Shown(
    textShown,
    'What is doubtful about a record with this flag.',
    'its close is a fifth or more away from the one before',
  )
  detail: string;
}

/** What a record of a data set is made of. */
export class DataSetForm extends PickType(DataSetRecord, ['name', 'title', 'keys']) {
  @Shown(recordsShown(DataSetField), 'Its fields, in order.') fields: DataSetField[];
  @Shown(
    recordsShown(DataSetFlag),
    'Flags that its stored records may have; see GET /svc/datasets/{name}/flagged.',
  )
  flags: DataSetFlag[];
}
