/** The data that is read: the demo market, plus everything that only clients write, written through the API. */
import { openDatabase } from '../read/database.mjs';
import { AUTHORIZATION, startService } from '../read/servers.mjs';
import { awaitIdle } from '../read/settled.mjs';
import { openTap } from './tap.mjs';

/** Quotes of each ticker that are rewritten: events, revisions and pending approvals. */
const CHANGES = 200;
/** Number of webhooks and of tokens. */
const EACH = 40;

/**
 * Opens the database and fills it through a service that reaches it via a tap: `database`, `tap`, and that service's
 * `base`, until `leave()` ends both and `close()` the database too.
 */
export async function openData() {
  const database = await openDatabase();
  const ends = [database.close];
  const end = async (count) => {
    for (const each of ends.splice(-count).toReversed()) await each();
  };
  const close = () => end(ends.length);
  try {
    const tap = await openTap(database.socket);
    ends.push(tap.close);
    const service = await startService({ DATABASE_URL: database.urlBy(tap.folder) }, 'demo');
    ends.push(service.stop);
    await write(service.base);
    await awaitIdle(database.client);
    await database.client.query('VACUUM (ANALYZE)');
    await database.client.query('CHECKPOINT');
    return { database, tap, base: service.base, leave: () => end(2), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function write(base) {
  const securities = await call(base, 'GET', '/udf/search?query=Z&limit=100');
  for (const { symbol } of securities) {
    const { data } = await call(base, 'GET', `/quote?ticker=${symbol}&limit=${CHANGES}`);
    const changed = data.map((quote) => ({ ...quote, volume: quote.volume + 100 }));
    if (changed.length > 0) await call(base, 'PUT', '/svc/quote/bulk/import?on_duplicate=update', changed);
  }
  for (let index = 0; index < EACH; index++) {
    // Not active: nothing is sent.
    const url = `https://example.com/events/${String(index).padStart(3, '0')}`;
    await call(base, 'POST', '/svc/webhooks', { url, active: false, types: ['quote.approved'] });
    await call(base, 'POST', '/svc/token', { role: 'reader', principal: `reader-${index}@example.com` });
  }
}

async function call(base, method, path, body) {
  const answer = await fetch(base + path, {
    method,
    headers: { ...AUTHORIZATION, accept: 'application/json', 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
