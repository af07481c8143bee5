import { PickType } from '@nestjs/swagger';
import { Shown, ShownOrNull } from '../../http/fields/fields.js';
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

/** A read that records of a data set give something to. */
export class UnlockedRead {
  @Shown(textShown, { description: 'Its path, as documented.', example: '/market/gainers' })
  path: string;
  @Shown(choiceKind(['needs', 'needs_one_of', 'adds']), {
    description:
      '`needs`: it answers nothing without; `needs_one_of`: nothing without this or another one; `adds`: fields are null or lists shorter without.',
    example: 'needs',
  })
  role: 'needs' | 'needs_one_of' | 'adds';
  @Shown(textShown, { description: 'What it takes from the data set.', example: 'bars of the market' })
  gives: string;
}

/** A data set with what is stored of it. */
export class DataSetRecord {
  @Shown(choiceKind(DATA_SET_NAMES), {
    description: 'Name, as bulk insert and import take it.',
    example: 'quote',
  })
  name: string;
  @Shown(textShown, { description: 'What it holds.', example: 'Daily quotes' })
  title: string;
  @Shown(bigintKind, { description: 'Stored records.', example: 41250 })
  row_count: number;
  @Shown(booleanKind, {
    description: 'Whether row_count is an estimate of PostgreSQL: past 100,000 records.',
    example: false,
  })
  estimated: boolean;
  @ShownOrNull(dateShown, {
    description: 'First date, in Asia/Ho_Chi_Minh for instants; null without records or without dates.',
    example: '2023-01-03',
  })
  first_date: string | null;
  @ShownOrNull(dateShown, { description: 'Last date, likewise.', example: '2024-01-31' })
  last_date: string | null;
  @ShownOrNull(instantShown, {
    description: 'Last batch of the import command, UTC.',
    example: '2024-01-31T08:15:02.123456Z',
  })
  last_import_at: string | null;
  @ShownOrNull(instantShown, {
    description: 'Last write of any kind, UTC.',
    example: '2024-01-31T08:15:02.123456Z',
  })
  last_change_at: string | null;
  @ShownOrNull(integerKind({ min: 0 }), {
    description:
      'Of quote: open days of the Vietnamese calendar between the first and the last date without any quote; null of other data sets.',
    example: 0,
  })
  gap_days: number | null;
  @Shown(arrayOf(textOf({ max: 100 }), 20), {
    description: 'Fields of the natural key, in its order.',
    example: ['ticker', 'date'],
  })
  keys: string[];
  @Shown(textShown, {
    description: 'Address under which its stored records are read by their identifier.',
    example: '/svc/quote',
  })
  path: string;
  @Shown(
    { schema: { type: 'array', items: { $ref: '#/components/schemas/UnlockedRead' } } },
    { description: 'Endpoints that answer, or answer more, with records of it; what to load next.' },
  )
  unlocks: UnlockedRead[];
}

/** A field of a data set. */
export class DataSetField {
  @Shown(textShown, { description: 'Name, as bulk insert takes it.', example: 'close' })
  name: string;
  @Shown(choiceKind(['string', 'number', 'integer', 'boolean', 'array', 'object']), {
    description: 'JSON type. A 64-bit integer may also be given as a string of digits.',
    example: 'number',
  })
  type: string;
  @Shown(booleanKind, { description: 'Whether every record needs it.', example: true })
  required: boolean;
  @Shown(arrayOf(textOf({ max: 100 }), 1000), {
    description: 'The only values; empty when they are free.',
    example: [],
  })
  choices: string[];
  @Shown(arrayOf(textOf({ max: 100 }), 20), {
    description:
      'Headings under which a column of a file is taken for it, the best first; letter case, spaces and punctuation do not count.',
    example: ['close', 'close price', 'closing price', 'last', 'last price', 'price'],
  })
  column_names: string[];
}

/** What a stored record of a data set may be flagged for. */
export class DataSetFlag {
  @Shown(textShown, { description: 'Name.', example: 'price_jump' })
  flag: string;
  @Shown(textShown, {
    description: 'What is doubtful about a record that has it.',
    example: 'its close is a fifth or more away from the one before',
  })
  detail: string;
}

/** What a record of a data set is made of. */
export class DataSetForm extends PickType(DataSetRecord, ['name', 'title', 'keys']) {
  @Shown(
    { schema: { type: 'array', items: { $ref: '#/components/schemas/DataSetField' } } },
    { description: 'Its fields, in their order.' },
  )
  fields: DataSetField[];
  @Shown(
    { schema: { type: 'array', items: { $ref: '#/components/schemas/DataSetFlag' } } },
    { description: 'What its stored records may be flagged for, see GET /svc/datasets/{name}/flagged.' },
  )
  flags: DataSetFlag[];
}
