import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PipeTransform, RequestMethod, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Permission } from '../auth/permissions.js';
import { REQUIRED_PERMISSION } from '../auth/rights.js';
import { type QueryReader, queryClassOf, readerOf } from '../http/fields/query-reader.js';
import { PLAIN_READ, type PlainRequests } from '../http/replies/read.js';
import { EXPENSIVE, type IsExpensive } from '../limits/expensive.js';
import { COMPUTED, type Scope } from '../market/computed.js';

/** A controller as Nest has built it. */
export interface BuiltController {
  type: Type;
  instance: object;
}

/** A GET that the lane answers: what its decorators declare, read once. */
export interface ReadRoute {
  /** as in the document of the API, with `:name` for parameters: the label in metrics and log */
  path: string;
  permission: Permission;
  /** which of its requests the lane answers */
  requests: PlainRequests;
  /** exception filter of the controller, if it has its own */
  filter: Type | undefined;
  /** whether a request reads the whole market, if some do */
  isExpensive: IsExpensive | undefined;
  /** what its answers are computed from, if they are worth keeping */
  computed: Scope | undefined;
  /** the method that answers, which carries the decorators */
  handler: object;
  /** reads the parameters of a query; throws InvalidInput */
  read: QueryReader;
  /** calls the handler with the arguments that its parameter decorators name */
  call(request: ReadRequest, response: ServerResponse): unknown;
}

/** A request with the fields that handlers and their parameter decorators read. */
export type ReadRequest = IncomingMessage & {
  params: Readonly<Record<string, string>>;
  /** the query, as the route's query class reads it */
  parameters: object;
};

/** Kinds of parameters of a handler, as Nest numbers them (RouteParamtypes). */
const QUERY = '4';
const PARAM = '5';

type Handler = (...values: unknown[]) => unknown;

interface Argument {
  index: number;
  data?: unknown;
  factory?: (data: unknown, context: ExecutionContextHost) => unknown;
  pipes: readonly PipeTransform[];
}

class NoQuery {}

/**
 * Returns the read routes of a controller by their paths, its other GET routes as undefined: Nest answers those, and
 * also a read with its own guards, interceptors or pipes.
 */
export function readRoutesOf(controller: BuiltController): [path: string, route: ReadRoute | undefined][] {
  const { type, instance } = controller;
  const prototype = type.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name] as Handler | undefined;
    if (typeof handler !== 'function') return [];
    if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.GET) return [];
    const paths = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
    return paths.map((own): [string, ReadRoute | undefined] => {
      const path = `/${[Reflect.getMetadata(PATH_METADATA, type) as string, own]
        .flatMap((part) => part.split('/'))
        .filter((part) => part !== '')
        .join('/')}`;
      return [path, routeOf({ type, instance }, name, handler, path)];
    });
  });
}

function routeOf(
  { type, instance }: BuiltController,
  name: string,
  handler: Handler,
  path: string,
): ReadRoute | undefined {
  const of = <Value>(key: unknown) =>
    (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, type)) as Value | undefined;
  const permission = of<Permission>(REQUIRED_PERMISSION);
  const isOwn = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA].some((key) => of(key) !== undefined);
  const requests = of<PlainRequests>(PLAIN_READ);
  if (requests === undefined || permission === undefined || isOwn) return undefined;
  const routeArguments = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<string, Argument>,
  );
  const scope = of<Scope>(COMPUTED);
  if (scope !== undefined && routeArguments.some(([, { factory }]) => factory !== undefined)) {
    throw new Error(`${type.name}.${name}: an answer that is kept follows from query and path alone`);
  }
  const args = routeArguments.map(([key, argument]) => ({
    index: argument.index,
    value: sourceOf(key, argument, type, handler),
  }));
  return {
    path,
    permission,
    requests,
    isExpensive: of<IsExpensive>(EXPENSIVE),
    computed: scope,
    filter: of<Type[]>(EXCEPTION_FILTERS_METADATA)?.[0],
    handler,
    read: readerOf(queryClassOf(type, name) ?? NoQuery),
    call(request, response) {
      const values: unknown[] = [];
      for (const { index, value } of args) values[index] = value(request, response);
      return handler.apply(instance, values);
    },
  };
}

/** Returns the function that gives a parameter of a handler its value. */
function sourceOf(
  key: string,
  { data, factory, pipes }: Argument,
  type: Type,
  handler: Handler,
): (request: ReadRequest, response: ServerResponse) => unknown {
  if (factory !== undefined) {
    return (request, response) => factory(data, new ExecutionContextHost([request, response], type, handler));
  }
  if (key.startsWith(`${QUERY}:`)) return ({ parameters }) => parameters;
  if (key.startsWith(`${PARAM}:`)) {
    const metadata = { type: 'param', data: String(data) } as const;
    return ({ params }) =>
      pipes.reduce<unknown>((value, pipe) => pipe.transform(value, metadata), params[String(data)]);
  }
  throw new Error(`${type.name}: a plain read takes its query, path parameters and decorated values only`);
}
