import { parse } from 'node:querystring';
import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { type FieldError, InvalidInput, MAXIMUM_ERRORS } from '../../errors/domain-errors.js';
import { Invalid } from '../../kinds/kinds.js';
import { acceptedNames } from '../../kinds/nearest.js';
import { GIVEN_TWICE, type KnownName, knownNames, type RecordClass } from './fields.js';

/** Parameters as a query string has them: a text each, or a list if a name is given more than once. */
export type QueryTexts = Readonly<Record<string, string | string[] | undefined>>;

/** The parameters of the text of a query, all of them: by default the parser stops after a thousand. */
export function textsOfQuery(query: string | null): QueryTexts {
  return parse(query ?? '', '&', '=', { maxKeys: 0 });
}

/** A parameter that no answer shows, because others are named before it: the nearest known one need not be found. */
const UNKNOWN = { code: 'unknown_parameter', detail: 'no such parameter' };

/** Reads and validates the parameters of a request; throws {@link InvalidInput} naming every error. */
export type QueryReader<Query extends object = object> = (texts: QueryTexts) => Query;

/**
 * Makes the reader of a query class from its field decorators: it reads each parameter by its kind, refuses unknown
 * ones and, in a range of dates, a first date after the last. A query without its own class is left as it was
 * sent, for a caller that knows what it may contain.
 */
export function queryReader<Query extends object>(of: RecordClass<Query>): QueryReader<Query> {
  if ((of as RecordClass) === Object) return (texts) => texts as Query;
  const names = knownNames(of);
  const required = [...names].filter(([, { optional }]) => !optional).map(([name]) => name);
  const parameters = [...names].filter(([, { kind }]) => kind !== undefined).map(([name]) => name);
  const hasRange = names.has('from_date') && names.has('to_date');
  const rangeNames = [aliasesOf(names, 'from_date'), aliasesOf(names, 'to_date')] as const;
  return (texts) => {
    const query = new of() as Record<string, unknown>;
    const errors: FieldError[] = [];
    for (const parameter of Object.keys(texts)) {
      const text = texts[parameter];
      const field = names.get(parameter);
      if (field === undefined) {
        const isShown = errors.length < MAXIMUM_ERRORS;
        errors.push(isShown ? unknownParameter(parameter, parameters) : { parameter, ...UNKNOWN });
      } else if (field.kind !== undefined && text !== undefined) {
        const value = typeof text === 'string' ? field.kind.fromText(text) : GIVEN_TWICE;
        const { aliasOf = parameter } = field;
        if (value instanceof Invalid) errors.push({ parameter, code: value.code, detail: value.detail });
        else if (aliasOf !== parameter && texts[aliasOf] !== undefined)
          errors.push(sameTwice(parameter, aliasOf));
        else query[aliasOf] = value;
      }
    }
    for (const parameter of required) {
      if (texts[parameter] === undefined) {
        errors.push({ parameter, code: 'required', detail: 'is required' });
      }
    }
    if (errors.length > 0) throw new InvalidInput(errors);
    if (hasRange) refuseBackwardRange(query, texts, rangeNames);
    return query as Query;
  };
}

const readers = new WeakMap<RecordClass, QueryReader>();

/** The reader of a query class, made once. */
export function readerOf(query: RecordClass): QueryReader {
  const cached = readers.get(query);
  if (cached !== undefined) return cached;
  const reader = queryReader(query);
  readers.set(query, reader);
  return reader;
}

/** Parameters of a handler that take the query, as Nest numbers kinds of parameters (RouteParamtypes). */
const QUERY_ARGUMENT = '4:';

/** The query class of a handler; undefined if it takes no query. */
export function queryClassOf(type: Type, handler: string): RecordClass | undefined {
  const argumentsOf: Record<string, { index: number }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, type, handler) ?? {};
  const query = Object.entries(argumentsOf).find(([key]) => key.startsWith(QUERY_ARGUMENT))?.[1];
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, type.prototype, handler) ?? []) as RecordClass[];
  return query && types[query.index];
}

/**
 * The problem of a parameter that a route does not take; overlong names are cut so that an answer stays
 * readable.
 */
export function unknownParameter(name: string, parameterNames: readonly string[]): FieldError {
  const hint = parameterNames.length === 0 ? 'none is accepted here' : acceptedNames(name, parameterNames);
  return {
    parameter: name.slice(0, 100),
    code: 'unknown_parameter',
    detail: `no such parameter; ${hint}`,
  };
}

/** A parameter and its other names. */
const aliasesOf = (names: ReadonlyMap<string, KnownName>, parameter: string) =>
  [...names].filter(([name, { aliasOf = name }]) => aliasOf === parameter).map(([name]) => name);

const sameTwice = (parameter: string, other: string): FieldError => ({
  parameter,
  code: 'not_together',
  detail: `give ${parameter} or ${other}: they mean the same`,
});

/** Throws InvalidInput for a range whose first day is after its last, under the names that were given. */
function refuseBackwardRange(
  { from_date: from, to_date: to }: { from_date?: unknown; to_date?: unknown },
  texts: QueryTexts,
  names: readonly [readonly string[], readonly string[]],
) {
  if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return;
  const [first = 'from_date', last = 'to_date'] = names.map((each) =>
    each.find((name) => texts[name] !== undefined),
  );
  throw new InvalidInput([{ parameter: first, code: 'out_of_range', detail: `${first} is after ${last}` }]);
}
