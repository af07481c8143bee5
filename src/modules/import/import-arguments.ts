import { realpath } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DATE_FORMS, THOUSANDS } from '../../files/column-forms.js';
import { DATA_SET_NAMES } from '../../kinds/data-set-names.js';
import { isInteger } from '../../kinds/float-noise.js';
import { emailKind, Invalid } from '../../kinds/kinds.js';
import { nearest } from '../../kinds/nearest.js';
import { type DuplicatePolicy, POLICY_WORDS, policyOf } from '../bulk/duplicate-policy.js';
import { columnsOf, type DataSet, type DataSets, findDataSet, keysOfDataSet } from '../dataset/data-set.js';
import { decimalFactor } from './decimal.js';
import type { ImportRequest } from './import.service.js';
import { isPrice } from './record-reader.js';
import { FORMATS, findInputs, type Input, STANDARD_INPUT, UnreadableSource } from './sources.js';

/** Rows per transaction: enough that its commit costs nothing, few enough to be held in memory. */
const BATCH_SIZE = 20_000;
const LARGEST_BATCH = 1_000_000;

export const USAGE = `Imports a file into a data set: checked row by row, stored in batches, safe to run again.

  npm run import -- <data set> <file…> [options]

Data sets: ${DATA_SET_NAMES.join(', ')}.
Files: .csv, .ndjson (.jsonl), either with .gz; .tar, .tar.gz (.tgz), .zip and folders of them; - for standard input.
A row is a whole record: an optional field that the file does not have becomes empty.

  --on-duplicate <policy>  error (rejects the row), update or ignore, when a record exists with other values;
                           default: BULK_DUPLICATE_POLICY. Equal rows count as unchanged in every policy.
  --delete                 the rows are keys, in columns of their names: their records are deleted, audited one by one.
                           A key that no record has is rejected
  --map <field>=<column>,… where a column's name does not tell its field
  --ticker-from-filename   the ticker is the file's name: VNM.csv
  --price-scale <factor>   multiplies prices exactly; 1000 for files in thousand VND
  --dates ymd|dmy|mdy      how dates are written; default: by the first rows, where all agree: 14/01/2025 is dmy
  --thousands none|,|.     what separates thousands: , in 20,300 and . in 20.300; default: likewise
  --round <field>,…        integer fields whose fractions go to the nearest integer: volume. What is within 1e-9 of an
                           integer is float noise, and that integer, always
  --format csv|ndjson      of standard input, or where a file's name does not tell
  --rejects <file>         where rejected rows go, with line and reason; default <file>.rejects.csv
  --principal <e-mail>     who imports, for the audit log; default import:<user of this machine>
  --batch-size <rows>      rows of a transaction, default ${BATCH_SIZE}
  --dry-run                checks everything and writes nothing
  --json                   the summary as JSON

Exit code: 0 all rows stored, 3 some rows rejected, 1 failed (run it again: nothing is half done), 2 wrong use.

  npm run import -- quote prices.csv
  npm run import -- quote archive.tar.gz --ticker-from-filename --price-scale 1000
  npm run import -- quote export.csv --map 'date=Ngày,close="Giá đóng cửa"' --on-duplicate update
  npm run import -- corporate_action wrong.csv --delete
  zcat prices.ndjson.gz | npm run import -- quote - --format ndjson`;

const OPTIONS = {
  'on-duplicate': { type: 'string' },
  delete: { type: 'boolean', default: false },
  map: { type: 'string', multiple: true },
  'ticker-from-filename': { type: 'boolean', default: false },
  'price-scale': { type: 'string' },
  dates: { type: 'string' },
  thousands: { type: 'string' },
  round: { type: 'string', multiple: true },
  format: { type: 'string' },
  rejects: { type: 'string' },
  principal: { type: 'string' },
  'batch-size': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The command was called wrongly; the message says how. */
export class WrongUse extends Error {}

/** The parsed command line; the policy defaults to the configured one. */
export type ImportArguments = Omit<ImportRequest, 'policy' | 'actor' | 'proposes'> & {
  policy: DuplicatePolicy | undefined;
  principal: string | undefined;
  dryRun: boolean;
  json: boolean;
};

/** Parses the command line; undefined when help is requested. Throws {@link WrongUse}. */
export async function importArguments(
  line: readonly string[],
  dataSets: DataSets,
): Promise<ImportArguments | undefined> {
  const { values, positionals } = parseArgs({ args: [...line], options: OPTIONS, allowPositionals: true });
  const [name, ...files] = positionals;
  if (values.help || name === undefined) return undefined;
  const whole = findDataSet(dataSets, name);
  if (whole === undefined) {
    const near = nearest(name, DATA_SET_NAMES);
    const hint = near === undefined ? '' : ` (the nearest is ${near})`;
    throw new WrongUse(`No data set ${name}${hint}: ${DATA_SET_NAMES.join(', ')}`);
  }
  const dataSet = values.delete ? keysOfDataSet(whole) : whole;
  if (values.delete && values['on-duplicate'] !== undefined) {
    throw new WrongUse('--delete deletes the records that it matches: leave out --on-duplicate');
  }
  const [first] = files;
  if (first === undefined) throw new WrongUse(`A file is needed: npm run import -- ${name} <file>`);
  const fields = new Map(columnsOf(dataSet).map((field) => [field.name, field]));
  if (values['ticker-from-filename'] && !fields.has('ticker')) {
    throw new WrongUse(`--ticker-from-filename: ${name} has no ticker`);
  }
  const priceScale = optionValue(
    '--price-scale',
    values['price-scale'],
    decimalFactor,
    'a decimal such as 1000',
  );
  if (priceScale !== undefined && ![...fields.values()].some(isPrice)) {
    throw new WrongUse(`--price-scale: ${name} has no prices`);
  }
  const inputs = await inputsOf(files);
  const rejects = values.rejects ?? rejectsOf(first);
  await refuseInputAsRejects(inputs, rejects);
  return {
    dataSet,
    audience: 'command',
    inputs,
    deletes: values.delete,
    map: mapOf(dataSet, values.map ?? []),
    priceScale,
    dates: optionValue('--dates', values.dates, wordOf(DATE_FORMS), DATE_FORMS.join(', ')),
    thousands: optionValue('--thousands', values.thousands, wordOf(THOUSANDS), 'none, a comma or a point'),
    round: integersOf(dataSet, values.round ?? []),
    policy: optionValue('--on-duplicate', values['on-duplicate'], policyOf, POLICY_WORDS.join(', ')),
    format: optionValue('--format', values.format, wordOf(FORMATS), FORMATS.join(' or ')),
    tickerFromFilename: values['ticker-from-filename'],
    rejects,
    batchSize:
      optionValue('--batch-size', values['batch-size'], batchSizeOf, `1 to ${LARGEST_BATCH}`) ?? BATCH_SIZE,
    principal: optionValue('--principal', values.principal, principalOf, 'an e-mail address'),
    dryRun: values['dry-run'],
    json: values.json,
  };
}

function optionValue<T>(
  option: string,
  text: string | undefined,
  read: (text: string) => T | undefined,
  expected: string,
): T | undefined {
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw new WrongUse(`${option}: given "${text}", ${expected} is expected`);
  return value;
}

async function inputsOf(files: readonly string[]): Promise<Input[]> {
  try {
    const inputs = await findInputs(files);
    if (inputs.length === 0) throw new WrongUse(`No files of records in ${files.join(', ')}`);
    return inputs;
  } catch (error) {
    throw error instanceof UnreadableSource ? new WrongUse(error.message) : error;
  }
}

/** An earlier rejects file is removed at the start: it may hold corrected rows, and not be read yet. */
async function refuseInputAsRejects(inputs: readonly Input[], rejects: string): Promise<void> {
  const earlier = await realpath(rejects).catch(() => undefined);
  if (earlier === undefined) return;
  for (const { path } of inputs.filter((input) => input.path !== STANDARD_INPUT)) {
    if ((await realpath(path)) !== earlier) continue;
    throw new WrongUse(
      `${path} is to be imported, and the rejected rows would replace it: name another file with --rejects`,
    );
  }
}

const wordOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word | undefined =>
    words.find((word) => word === text);

/** `date=Ngày,close="Giá đóng cửa"`: quotes are only needed around a comma. */
function mapOf(dataSet: DataSet, texts: readonly string[]): ReadonlyMap<string, string> {
  const names = columnsOf(dataSet).map((field) => field.name);
  const map = new Map<string, string>();
  for (const pair of texts.flatMap((text) => text.match(/(?:"[^"]*"|[^,])+/g) ?? [])) {
    const [, field, column = ''] = /^\s*(\w+)\s*=\s*"?([^"]+?)"?\s*$/.exec(pair) ?? [];
    if (field === undefined) throw new WrongUse(`--map: given "${pair}", field=column is expected`);
    if (!names.includes(field)) {
      throw new WrongUse(`--map: ${dataSet.name} has no field ${field}: ${names.join(', ')}`);
    }
    map.set(field, column);
  }
  return map;
}

/** `volume,matched_volume`: names of integer fields. */
function integersOf(dataSet: DataSet, texts: readonly string[]): ReadonlySet<string> {
  const names = columnsOf(dataSet).flatMap(({ name, kind }) => (isInteger(kind) ? [name] : []));
  const roundedNames = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  const unknownName = roundedNames.find((name) => !names.includes(name));
  if (unknownName === undefined) return new Set(roundedNames);
  const integers = names.length === 0 ? 'it has none' : names.join(', ');
  throw new WrongUse(`--round: ${dataSet.name} has no integer field ${unknownName}: ${integers}`);
}

function rejectsOf(first: string): string {
  return first === STANDARD_INPUT
    ? 'import.rejects.csv'
    : `${first.replace(/(?<![/\\])[/\\]+$/, '')}.rejects.csv`;
}

function batchSizeOf(text: string): number | undefined {
  const size = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= LARGEST_BATCH ? size : undefined;
}

function principalOf(text: string): string | undefined {
  const principal = emailKind.fromText(text);
  return principal instanceof Invalid ? undefined : principal;
}
