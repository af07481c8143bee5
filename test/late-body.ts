import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { TestApp } from './app.js';
import { until } from './embedded/harness.js';

/** The answer to a POST whose body ends only after `meanwhile`, which begins once the head of the request was read. */
export async function answerToLateBody(
  service: TestApp,
  { path, body, headers }: { path: string; body: object; headers: Record<string, string> },
  meanwhile: () => PromiseLike<unknown>,
): Promise<IncomingMessage> {
  const text = JSON.stringify(body);
  const request = http.request(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': text.length },
  });
  const answer = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write(text.slice(0, 10));
  await until('its head was read', async () =>
    /http_requests_in_flight 2/.test((await service.get('/metrics')).text),
  );
  await meanwhile();
  request.end(text.slice(10));
  return (await answer)[0];
}
