import createClient from 'openapi-fetch';

export function marketData({ baseUrl, token, fetch }) {
  // Without it GET /svc/events would be an endless stream.
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  // A natural key is one parameter with several members: `key: { ticker, date }` becomes ?ticker=…&date=….
  const querySerializer = { object: { style: 'form', explode: true } };
  return createClient({ baseUrl, fetch, headers, querySerializer });
}

export async function* rowsOf(client, path, query) {
  for (let parameters = query; parameters !== undefined; ) {
    const { data: page, error } = await client.GET(path, { params: { query: parameters } });
    if (error !== undefined) throw new Error(error.detail ?? error.title, { cause: error });
    yield* page.data;
    const { next } = page.meta;
    parameters = next === null ? undefined : Object.fromEntries(new URLSearchParams(next.split('?')[1]));
  }
}
