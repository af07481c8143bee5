import { Inject, Injectable } from '@nestjs/common';
import type { Notice } from '../../database/lists/list.js';
import { type EmptyRead, Notices } from '../../http/replies/notices.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { dateKind, Invalid } from '../../kinds/kinds.js';
import { Exchanges } from '../../market/exchanges.js';
import { Publication } from '../../market/publication.js';
import type { Published } from '../../market/published.sql.js';
import { DATA_SETS, type DataSet, type DataSets } from './data-set.js';
import { type Bounds, EmptyReadRepository, symbolColumn } from './empty-read.repository.js';
import { noRecords, ofValues, otherCurrency, short, wordsOfLack } from './lacking.js';
import { type DataSetUses, NAMED, type Sources, sourcesOf } from './reads-from.js';

/** Most notices of one answer: they must fit into a header. */
const MAXIMUM_NOTICES = 10;
/** Most days from the first to the last of a range without trading. */
const LONGEST_CLOSING = 31;
const DAY = 86_400_000;

/** Parameters that determine how a list is returned, not what it contains. */
const OF_THE_ANSWER: ReadonlySet<string> = new Set([
  'offset',
  'limit',
  'cursor',
  'order',
  'total',
  'format',
  'csv',
  'fields',
]);

/** What every read needs as well if a parameter is given. */
const NEEDED_WITH: Sources['needsWith'] = { exchange: { security: 'where each security is listed' } };

/** Explains why a list is empty, by the {@link Sources} of its handler: gives the first kind of reason that applies. */
@Injectable()
export class EmptyReads extends Notices {
  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly repository: EmptyReadRepository,
    private readonly publication: Publication,
    private readonly exchanges: Exchanges,
  ) {
    super();
  }

  override async of({ handler, parameters: requested }: EmptyRead): Promise<readonly Notice[]> {
    const sources = withParameters(sourcesOf(handler) ?? {}, requested);
    const parameters = { ...requested, ...assumedOf(sources, requested) };
    await this.exchanges.refuseUnknown(parameters.exchange as string | undefined);
    const { needs = {}, needsOneOf = {} } = sources;
    const published = sources.unapproved || isOfUnapproved(parameters) ? 'all' : this.publication.standard;
    const emptyNames = await this.withoutRecords([...namesOf(needs), ...namesOf(needsOneOf)], published);
    const notices = [
      ...this.noticesOfEmpty(sources, emptyNames, published),
      ...(await this.unknownValues(sources, parameters)),
    ];
    if (notices.length > 0) return notices.slice(0, MAXIMUM_NOTICES);
    if ((parameters.offset ?? parameters.cursor) !== undefined) return [PAST_END];
    const range = rangeOf(parameters);
    const closed = sources.asOf ? undefined : await this.closedDay(sources, range);
    if (closed !== undefined) return [closed];
    // As of a day, records from before it count: only a day before the first of them is outside.
    const outside = await this.outside(sources, parameters, {
      range: sources.asOf ? { ...range, from: undefined } : range,
      published,
    });
    if (outside !== undefined) return [outside];
    // A data set without records may be the one with the missing record.
    const others = namesOf(needsOneOf).filter((name) => emptyNames.has(name));
    return [noMatch(sources, parameters), ...others.map((name) => noDataSet([name], needsOneOf, published))];
  }

  private async withoutRecords(names: readonly DataSetName[], published: Published): Promise<Set<string>> {
    const dataSets = names.map((name) => this.dataSets[name]);
    return this.repository.withoutRecords(dataSets, published);
  }

  /** Notices of the needed data sets among those without records. */
  private noticesOfEmpty(
    { needs = {}, needsOneOf = {} }: Sources,
    emptyNames: ReadonlySet<string>,
    published: Published,
  ): Notice[] {
    const notices = namesOf(needs)
      .filter((name) => emptyNames.has(name))
      .map((name) => noDataSet([name], needs, published));
    const oneOf = namesOf(needsOneOf);
    if (oneOf.length > 0 && oneOf.every((name) => emptyNames.has(name))) {
      notices.push(noDataSet(oneOf, needsOneOf, published));
    }
    return notices;
  }

  /** Notices of parameter values that name nothing. */
  private async unknownValues(
    { names = {} }: Sources,
    parameters: EmptyRead['parameters'],
  ): Promise<Notice[]> {
    const nameParameters = Object.entries({ ...NAMED, ...names }).filter(
      ([parameter]) => parameters[parameter] !== undefined,
    );
    const notices = nameParameters.map(async ([parameter, nameOf]) => {
      const name = typeof nameOf === 'function' ? nameOf(parameters) : nameOf;
      const values = await this.repository.unknownValues(this.dataSets[name], textsOf(parameters[parameter]));
      return values.map((value) => unknownValue(parameter, value, this.dataSets[name]));
    });
    return (await Promise.all(notices)).flat();
  }

  /** Notice of the requested day or days, if the market was closed on all of them. */
  private async closedDay({ needs = {} }: Sources, { from, to }: Range): Promise<Notice | undefined> {
    if (!namesOf(needs).some((name) => this.dataSets[name].daily)) return undefined;
    if (from === undefined || to === undefined || daysBetween(from, to) > LONGEST_CLOSING) return undefined;
    const { before, within, after } = await this.repository.openDays(from, to);
    if (within !== null) return undefined;
    const value = nearest(from, to, [before, after]);
    const days = from === to ? `${from} is a day` : `${from} to ${to} are days`;
    const detail =
      value === null
        ? `${days} without trading`
        : `${days} without trading; the nearest open day is ${value}`;
    return { code: 'closed_day', detail, value };
  }

  /** Notice of the stored dates, if none is within the requested range. */
  private async outside(
    sources: Sources,
    parameters: EmptyRead['parameters'],
    { range, published }: { range: Range; published: Published },
  ): Promise<Notice | undefined> {
    const { needs = {}, columns = {} } = sources;
    for (const name of namesOf(needs)) {
      const dataSet = this.dataSets[name];
      const filterValues = chosenBy(parameters, { column: symbolColumn(dataSet), columns });
      for (const values of filterValues) {
        if (await this.repository.hasNoneOf(dataSet, values, published)) {
          return noRecords(name, values, published);
        }
        const currency =
          sources.inVnd?.(parameters) && (await this.repository.otherCurrency(dataSet, values));
        if (currency) return otherCurrency(name, values, currency);
      }
      if (dataSet.dateColumn === undefined || (range.from ?? range.to) === undefined) continue;
      const [values] = filterValues;
      const bounds = await this.repository.bounds(dataSet, values, published);
      const notice = bounds && outsideOf(dataSet, { values, range, bounds });
      if (notice !== undefined) return notice;
    }
    return undefined;
  }
}

/** Whether the request asks for quotes that are not approved. */
const isOfUnapproved = ({ approval }: EmptyRead['parameters']) =>
  approval !== undefined && approval !== 'approved';

function noDataSet(names: readonly DataSetName[], uses: DataSetUses, published: Published): Notice {
  const [first] = names as [DataSetName];
  const each = names.map((name) => `\`${name}\` (${uses[name]})`).join(' or ');
  const { stored, hint } = wordsOfLack(names, published);
  return {
    code: 'no_data_set',
    detail: `Nothing is ${stored} of ${each}: load it with \`npm run import -- ${first} <file>\` or POST /svc/bulk/insert?resource=${first}${hint}`,
    value: first,
  };
}

const PAST_END: Notice = {
  code: 'past_end',
  detail: 'No record comes after the offset or cursor: the list ends before it',
  value: null,
};

/** Requested days, YYYY-MM-DD, both ends inclusive. */
interface Range {
  from: string | undefined;
  to: string | undefined;
}

function rangeOf({ date, from_date, to_date }: EmptyRead['parameters']): Range {
  const day = (value: unknown) => {
    const read = typeof value === 'string' ? dateKind.fromText(value) : undefined;
    return read instanceof Invalid ? undefined : read;
  };
  return { from: day(date ?? from_date), to: day(date ?? to_date) };
}

/** Values of the parameters that filter by a column, one list per parameter. */
function chosenBy(
  parameters: EmptyRead['parameters'],
  { column, columns }: { column: string | undefined; columns: Readonly<Record<string, string>> },
): string[][] {
  return Object.entries(parameters)
    .filter(([name, value]) => value !== undefined && (columns[name] ?? name) === column)
    .map(([, value]) => textsOf(value));
}

function outsideOf(
  { name, dateColumn }: DataSet,
  { values, range, bounds }: { values: readonly string[] | undefined; range: Range; bounds: Bounds },
): Notice | undefined {
  const { first, last } = bounds;
  if (first === null || last === null) return undefined;
  if ((range.from ?? first) <= last && (range.to ?? last) >= first) return undefined;
  return {
    code: 'nothing_in_range',
    detail: `The records of \`${name}\`${ofValues(values)} go from ${dateColumn} ${first} to ${last}`,
    value: `${first}/${last}`,
  };
}

function unknownValue(parameter: string, value: string, { name }: DataSet): Notice {
  const source = name === 'security' ? 'neither the security master nor a quote' : `no record of \`${name}\``;
  const hint = name === 'security' ? `; GET /search?q=${short(value)} finds similar ones` : '';
  return {
    code: `unknown_${parameter}`,
    detail: `${short(value)} is not known: ${source} has it${hint}`,
    value: short(value),
  };
}

/** The last resort: the filters of the request, and the data sets that the list is made of. */
function noMatch({ needs = {}, needsOneOf = {} }: Sources, parameters: EmptyRead['parameters']): Notice {
  const filters = Object.entries(parameters)
    .filter(([name, value]) => value !== undefined && !OF_THE_ANSWER.has(name))
    .map(([name, value]) => `${name}=${short(textsOf(value).join(','))}`);
  const sources = Object.entries({ ...needs, ...needsOneOf }).map(([name, what]) => `\`${name}\` (${what})`);
  return {
    code: 'no_match',
    detail: [
      filters.length === 0 ? 'There is no such record' : `No record matches ${filters.join(', ')}`,
      ...(sources.length === 0 ? [] : [`the list is made of ${sources.join(' and ')}`]),
    ].join('; '),
    value: null,
  };
}

/** The sources of a read, with what the given parameters need; its own words for a data set come before others. */
function withParameters(sources: Sources, parameters: EmptyRead['parameters']): Sources {
  const { needs, needsWith } = sources;
  const uses = Object.entries({ ...needsWith, ...NEEDED_WITH }).filter(
    ([name]) => parameters[name] !== undefined,
  );
  return { ...sources, needs: Object.assign({}, needs, ...uses.map(([, each]) => each), needs) };
}

/** The values that a read assumes for omitted parameters. */
function assumedOf({ assumed }: Sources, parameters: EmptyRead['parameters']): Sources['assumed'] {
  return Object.keys(NAMED).some((name) => parameters[name] !== undefined) ? undefined : assumed;
}

const namesOf = (uses: DataSetUses) => Object.keys(uses) as DataSetName[];

const textsOf = (value: unknown): string[] => [value].flat().map(String);

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY;

/** The day nearest to a range; the earlier one if both are equally near. */
function nearest(from: string, to: string, [before, after]: [string | null, string | null]): string | null {
  if (before === null || after === null) return before ?? after;
  return daysBetween(before, from) <= daysBetween(to, after) ? before : after;
}
