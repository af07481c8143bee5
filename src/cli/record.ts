import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createDataSource } from '../../ormconfig.js';
import type { Config } from '../config/config.js';
import { DATA_SETS } from '../data-sets.js';
import { Changes } from '../database/changes.js';
import type { PostgresAddress } from '../database/connection/connection.js';
import { Database } from '../database/database.js';
import { DomainError } from '../errors/domain-errors.js';
import { DATA_SET_NAMES } from '../kinds/data-set-names.js';
import { emailKind, Invalid, uuidKind } from '../kinds/kinds.js';
import { Publication } from '../market/publication.js';
import { columnsOf, findDataSet } from '../modules/dataset/data-set.js';
import { Proposals } from '../modules/proposal/proposals.js';
import { RecordService } from '../modules/record/record.service.js';
import { RecordHistoryRepository } from '../modules/record/record-history.repository.js';
import { RecordWriter } from '../modules/record/record-writer.js';
import { VERSIONS } from '../modules/record/versions.js';
import { CommandError, operator, runCommand } from './run.js';

const USAGE = `Corrects one stored record of any data set, audited; prints the record as JSON.

  npm run record -- show <data set> <record>
  npm run record -- delete <data set> <record>
  npm run record -- move <data set> <record> <field>=<value>,…      gives it another natural key
  npm run record -- restore <data set> <identifier> <event> [before|after]

Data sets: ${DATA_SET_NAMES.join(', ')}.
A record is named by its identifier or its natural key: ticker=VNM,ex_date=2024-06-10,type=cash_dividend. The event of a
restoration is one in the record's history, GET /svc/record/<data set>/<identifier>/history. To create or replace records,
or to delete many by their keys, use npm run import.

  --principal <e-mail>     who corrects, for the audit log; default command:<user of this machine>`;

/** What the command line requests. */
interface Order {
  action: string;
  resource: (typeof DATA_SET_NAMES)[number];
  record: string;
  rest: readonly string[];
  principal: string | undefined;
}

await runCommand(USAGE, async (withDatabase) => {
  const order = orderOf(process.argv.slice(2));
  if (order === undefined) process.stdout.write(`${USAGE}\n`);
  else await withDatabase((config, address) => run(order, config, address));
});

function orderOf(line: readonly string[]): Order | undefined {
  const { values, positionals } = parseArgs({
    args: [...line],
    options: { principal: { type: 'string' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [action, name, record, ...rest] = positionals;
  if (values.help || action === undefined) return undefined;
  const counts: Readonly<Record<string, readonly number[]>> = {
    show: [0],
    delete: [0],
    move: [1],
    restore: [1, 2],
  };
  if (name === undefined || record === undefined || !counts[action]?.includes(rest.length)) {
    throw new CommandError(USAGE);
  }
  const dataSet = findDataSet(DATA_SETS, name);
  if (dataSet === undefined) throw new CommandError(`No data set ${name}: ${DATA_SET_NAMES.join(', ')}`);
  const principal = values.principal === undefined ? undefined : emailKind.fromText(values.principal);
  if (principal instanceof Invalid) throw new CommandError(`--principal: ${principal.detail}`);
  return { action, resource: dataSet.name, record, rest, principal };
}

async function run(order: Order, config: Config, address: PostgresAddress): Promise<void> {
  const dataSource = await createDataSource(address).initialize();
  const database = new Database(dataSource, address);
  try {
    // Nothing listens here: the database notifies the services of the write.
    const writer = new RecordWriter(database, new Changes(address), new Proposals(config, database));
    const history = new RecordHistoryRepository(database, DATA_SETS);
    const records = new RecordService(DATA_SETS, writer, new Publication(config), history);
    process.stdout.write(`${await carryOut(order, records)}\n`);
  } catch (error) {
    throw error instanceof DomainError ? new CommandError(error.message) : error;
  } finally {
    await database.onApplicationShutdown();
    await dataSource.destroy();
  }
}

/** Carries out the order; returns the record, or what became of it, as JSON text. */
async function carryOut(
  { action, resource, record, rest, principal }: Order,
  records: RecordService,
): Promise<string> {
  const name = principal ?? operator();
  const caller = { id: name, kind: 'service', role: 'admin', principal: principal ?? null } as const;
  const actor = { name, caller, requestId: randomUUID() };
  const isId = !(uuidKind.fromText(record) instanceof Invalid);
  const item = isId ? undefined : await records.findByKey(resource, pairsOf(record), caller);
  const id = item?.id ?? record;
  const write = { resource, id, actor };
  const [argument = '', version] = rest;
  if (action === 'show') return (item ?? (await records.find(resource, id, caller))).json;
  if (action === 'delete') return (await records.remove(write)).json;
  if (action === 'move') return (await records.move(write, withNumbers(resource, pairsOf(argument)))).json;
  if (!/^\d{1,15}$/.test(argument)) throw new CommandError(`${argument}: the number of an event is expected`);
  const side = VERSIONS.find((each) => each === version);
  if (version !== undefined && side === undefined)
    throw new CommandError(`${version}: before or after is expected`);
  return (await records.restore(write, { event_id: Number(argument), ...(side && { version: side }) })).json;
}

/** The same pairs, with numbers for the fields that are numbers. */
function withNumbers(
  resource: Order['resource'],
  pairs: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const numbers = columnsOf(DATA_SETS[resource]).filter(({ kind }) =>
    /number|integer/.test(String(kind.schema.type)),
  );
  const isNumber = (name: string) => numbers.some((field) => field.name === name);
  return Object.fromEntries(
    Object.entries(pairs).map(([name, text]) => [name, isNumber(name) ? numberOf(name, text) : text]),
  );
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) throw new CommandError(`${name}=${text}: a number is expected`);
  return number;
}

/** `ticker=VNM,date=2024-01-31` */
function pairsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    // A value may have commas: only one before the next `<field>=` separates pairs.
    text.split(/,(?=\s*\w+=)/).map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CommandError(`${pair}: <field>=<value> is expected`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}
