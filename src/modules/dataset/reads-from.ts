import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { DataSetName } from '../../kinds/data-set-names.js';

/** Data sets with what a read takes from each, in a few words. */
export type DataSetUses = Readonly<Partial<Record<DataSetName, string>>>;

/** The data set whose key a parameter names, by the values of all parameters. */
type NamedBy = (parameters: Readonly<Record<string, unknown>>) => DataSetName;

/** What the answers of a read are built from. */
export interface Sources {
  /** there is no answer without records of all of these */
  needs?: DataSetUses;
  /** there is no answer without records of at least one of these */
  needsOneOf?: DataSetUses;
  /** what is needed as well if a parameter is given: `{ ticker: { industry_membership: '…' } }` */
  needsWith?: Readonly<Record<string, DataSetUses>>;
  /** fields that are null or lists that are shorter without records of these */
  adds?: DataSetUses;
  /** data sets whose key a parameter names, if not as in {@link NAMED}; a function if other parameters determine it */
  names?: Readonly<Record<string, DataSetName | NamedBy>>;
  /** value assumed for a parameter if neither it nor another name of {@link NAMED} is given */
  assumed?: Readonly<Record<string, string>>;
  /** true: quotes that are not approved count as well, whatever `QUOTE_PUBLICATION` says */
  unapproved?: true;
  /** true: `date` is a day as of which the answer holds, so that earlier records count as well */
  asOf?: true;
  /** whether only amounts in VND count, by the values of all parameters */
  inVnd?: (parameters: Readonly<Record<string, unknown>>) => boolean;
  /** columns of `needs` that a parameter filters by, if they have another name: `{ code: 'ticker' }` */
  columns?: Readonly<Record<string, string>>;
}

/** Data sets whose keys a parameter of this name refers to. */
export const NAMED: Readonly<Record<string, DataSetName>> = {
  ticker: 'security',
  code: 'market_index',
  benchmark: 'security',
};

/** Metadata key of {@link ReadsFrom}. */
const READS_FROM = Symbol('reads from');

/**
 * Declares which data sets a read is built from: an empty list names those that are missing, `GET /svc/datasets` lists
 * what each unlocks, and the OpenAPI document shows both as `x-data-sets`.
 */
export const ReadsFrom = (sources: Sources): MethodDecorator => {
  const { needs = {}, needsOneOf = {}, adds = {} } = sources;
  return applyDecorators(
    SetMetadata(READS_FROM, sources),
    ApiExtension('x-data-sets', { needs, needs_one_of: needsOneOf, adds }),
  );
};

/** The sources of a handler; undefined if it reads no data set. */
export const sourcesOf = (handler: object): Sources | undefined =>
  Reflect.getMetadata(READS_FROM, handler) as Sources | undefined;
