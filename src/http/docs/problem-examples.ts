import * as errors from '../../errors/domain-errors.js';
import { problemOf } from '../problems/problem.js';

const ID = '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10';
const URL = `/svc/quote/${ID}`;

/** An error of every status that operations document, and the path that was called. */
const ERRORS: readonly (readonly [string, Error])[] = [
  ['/svc/quote', new errors.RecordExists('quote', { id: ID, url: URL })],
  [
    '/quote',
    new errors.InvalidInput([
      { parameter: 'limit', code: 'out_of_range', detail: 'an integer from 1 to 2147483647 is expected' },
    ]),
  ],
  ['/quote', new errors.NotAuthenticated('The token is unknown, expired or revoked', 'invalid_token')],
  ['/svc/quote', new errors.NotPermitted('The permission quote:write is needed')],
  [URL, new errors.RecordNotFound('quote', ID)],
  ['/quote', new errors.NotAcceptable(['application/json', 'text/csv', 'application/x-ndjson'])],
  [`${URL}/reject`, new errors.WrongState('An approved quote is not rejected: revoke its approval first')],
  ['/svc/events', new errors.EventsGone(4711)],
  [URL, new errors.PreconditionFailed()],
  ['/svc/quote/bulk/import', new errors.TooManyItems(201, 200)],
  ['/svc/quote', new errors.UnsupportedMediaType('A body needs Content-Type: application/json')],
  ['/valuation', Object.assign(new Error('numeric overflow'), { code: '22003' })],
  ['/quote', new errors.TooManyRequests(12)],
  ['/quote', Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })],
];

/** Shared examples of the document by name, `problem404` and so on: the service's answers, made by its own code. */
export const PROBLEM_EXAMPLES: Readonly<Record<string, { summary: string; value: object }>> = {
  ...Object.fromEntries(
    ERRORS.map(([instance, error]) => {
      const example = exampleOf(instance, error);
      return [`problem${example.value.status}`, example];
    }),
  ),
  reusedKey: exampleOf('/svc/quote/bulk/import', new errors.IdempotencyKeyReused()),
};

/** Name of the example of a problem; if an Idempotency-Key is accepted, 422 is mostly about that. */
export function problemExample(status: string, takesKey: boolean): string {
  return takesKey && status === '422' ? 'reusedKey' : `problem${status}`;
}

function exampleOf(instance: string, error: Error) {
  const { problem } = problemOf(error);
  const value = { ...problem, instance, request_id: '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11' };
  return { summary: problem.title, value };
}
