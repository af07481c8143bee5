import { Catch } from '@nestjs/common';
import { InvalidInput } from '../../errors/domain-errors.js';
import type { Problem } from '../../http/problems/problem.js';
import { ProblemFilter } from '../../http/replies/problem.filter.js';

/** A refused credential stays what it is everywhere: a matter of the service, not of the protocol. */
const NOT_OF_THE_PROTOCOL: ReadonlySet<number> = new Set([401, 403]);

/**
 * Errors of the feed speak both languages: the problem document of the service, with the protocol's `s: error`
 * and `errmsg` as members of it (RFC 9457 allows more members). Charts read those at any HTTP status.
 */
@Catch()
export class UdfFilter extends ProblemFilter {
  protected override described(problem: Problem, error: unknown): Problem {
    if (NOT_OF_THE_PROTOCOL.has(problem.status)) return problem;
    const errmsg = error instanceof InvalidInput ? error.message : problem.detail;
    return { ...problem, ...{ s: 'error', errmsg } };
  }
}
