import {
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  Param,
  type PipeTransform,
} from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { InvalidInput } from '../../errors/domain-errors.js';
import { Invalid, type Kind, uuidKind } from '../../kinds/kinds.js';
import { isFreshWanted } from '../server/conditional.js';

@Injectable()
class KindPipe<T> implements PipeTransform<string, T> {
  constructor(
    private readonly kind: Kind<T>,
    private readonly name: string,
  ) {}

  transform(text: string): T {
    const value = this.kind.fromText(text);
    if (value instanceof Invalid) {
      throw new InvalidInput([{ parameter: this.name, code: value.code, detail: value.detail }]);
    }
    return value;
  }
}

/** A path parameter of a kind: conversion, validation and documentation in one. */
export function PathParam<T>(
  name: string,
  kind: Kind<T>,
  description: string,
  example: string,
): ParameterDecorator {
  return (target, property, index) => {
    Param(name, new KindPipe(kind, name))(target, property, index);
    const descriptor = property === undefined ? undefined : Object.getOwnPropertyDescriptor(target, property);
    if (property === undefined || descriptor === undefined) return;
    ApiParam({ name, schema: { ...kind.schema, example }, description, example } as Parameters<
      typeof ApiParam
    >[0])(target, property, descriptor);
  };
}

/** The surrogate identifier of a stored record. */
export const RecordId = () =>
  PathParam(
    'id',
    uuidKind,
    'Identifier of the record, a UUID assigned by the service.',
    '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  );

/** Parameter decorator: {@link isFreshWanted}. */
export const IsFresh = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  isFreshWanted(context.switchToHttp().getRequest<Request>().headers),
);

/** What identifies a request that is sent again as the same. */
export interface SentRequest {
  /** the body as it was sent; empty when there was none */
  rawBody: string;
  /** the Idempotency-Key header, 1 to 200 visible ASCII characters; undefined without it */
  idempotencyKey: string | undefined;
}

/** Parameter decorator: the {@link SentRequest}. */
export const RequestAsSent = createParamDecorator((_: unknown, context: ExecutionContext): SentRequest => {
  const { body, headers } = context.switchToHttp().getRequest<Request>();
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  if (idempotencyKey === undefined || /^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
    return { rawBody: typeof body === 'string' ? body : '', idempotencyKey };
  }
  const detail = '1 to 200 visible ASCII characters are expected';
  throw new InvalidInput([{ parameter: 'Idempotency-Key', code: 'invalid_format', detail }]);
});
