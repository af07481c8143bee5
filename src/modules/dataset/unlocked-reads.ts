import { Injectable } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService } from '@nestjs/core';
import type { DataSetName } from '../../kinds/data-set-names.js';
import type { UnlockedRead } from './overview.dto.js';
import { type Sources, sourcesOf } from './reads-from.js';

/** A read of the service with the sources of its answers. */
interface DeclaredRead {
  path: string;
  sources: Sources;
}

/** Which reads answer from which data sets, as their handlers declare it ({@link Sources}). */
@Injectable()
export class UnlockedReads {
  private declarations: readonly DeclaredRead[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** The reads that use records of a data set, ordered by path. */
  of(name: DataSetName): UnlockedRead[] {
    this.declarations ??= this.find();
    return this.declarations.flatMap(({ path, sources: { needs = {}, needsOneOf = {}, adds = {} } }) => {
      const roles = { needs, needs_one_of: needsOneOf, adds };
      return (['needs', 'needs_one_of', 'adds'] as const).flatMap((role) => {
        const gives = roles[role][name];
        return gives === undefined ? [] : [{ path, role, gives }];
      });
    });
  }

  private find(): DeclaredRead[] {
    const reads = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, unknown>;
      return Object.getOwnPropertyNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (typeof handler !== 'function' || Reflect.getMetadata(METHOD_METADATA, handler) === undefined)
          return [];
        const sources = sourcesOf(handler);
        return sources === undefined ? [] : [{ path: pathOf(metatype, handler), sources }];
      });
    });
    return reads.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** The documented path of a handler: `/index/{code}`. */
function pathOf(controller: object, handler: object): string {
  const [own = ''] = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
  const parts = [Reflect.getMetadata(PATH_METADATA, controller) as string, own].flatMap((part) =>
    part.split('/'),
  );
  return `/${parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/^:(.+)$/, '{$1}'))
    .join('/')}`;
}
