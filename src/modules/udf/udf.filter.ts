import { Catch } from '@nestjs/common';
import { InvalidInput } from '../../errors/domain-errors.js';
import type { Problem } from '../../http/problems/problem.js';
import { ProblemFilter } from '../../http/replies/problem.filter.js';

/** A refused credential is reported as everywhere else: it concerns the service, not the protocol. */
const NOT_OF_THE_PROTOCOL: ReadonlySet<number> = new Set([401, 403]);

/**
 * Answers errors of the feed in both forms: the problem document of the service, with the protocol's `s: error`
 * and `errmsg` as members (RFC 9457 allows additional ones). Charts read those at any HTTP status.
 */
@Catch()
export class UdfFilter extends ProblemFilter {
  protected override describe(problem: Problem, error: unknown): Problem {
    if (NOT_OF_THE_PROTOCOL.has(problem.status)) return problem;
    const errmsg = error instanceof InvalidInput ? error.message : problem.detail;
    return { ...problem, ...{ s: 'error', errmsg } };
  }
}
