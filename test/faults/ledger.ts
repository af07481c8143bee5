import { type QuoteInput, quotesOf } from '../builders/quotes.js';
import { type Answer, type Client, json } from './client.js';

/** Items of a bulk request, the specification's maximum. */
const ITEMS = 200;

interface Item {
  id: string;
  quote: QuoteInput;
}

let ledgers = 0;

/**
 * Posts bulk imports and records their answers: every request has its own tickers, one unless stated otherwise, so that
 * its stored part can be identified afterwards.
 */
export class Ledger {
  /** items reported CREATED, by request */
  readonly created = new Map<string, Item[]>();
  /** requests without an answer or with a 503: each may have been carried out completely or not at all */
  readonly unknown = new Set<string>();
  /** answers that no client should get */
  readonly unfit: string[] = [];
  private requests = 0;
  private readonly number = ledgers++;

  /** `tickers`: number per request, among which its items are divided */
  constructor(private readonly tickers = 1) {}

  /** Number of items reported CREATED. */
  get items(): number {
    return this.created.size * ITEMS;
  }

  /** One bulk import of new items; rejects when there is no HTTP answer. */
  async post(client: Client): Promise<Answer> {
    const name = `L${this.number}X${this.requests++}`;
    const quotes = quotesOf(name, ITEMS).map((quote, index) =>
      this.tickers === 1 ? quote : { ...quote, ticker: `${name}Y${index % this.tickers}` },
    );
    this.unknown.add(name);
    const answer = await client.post('/svc/quote/bulk/import', quotes);
    if (answer.status === 503) return answer;
    this.unknown.delete(name);
    const { results = [] } = json(answer) as {
      results?: { _operation_state: string; value: { url?: string } }[];
    };
    const items = results.flatMap(({ _operation_state: state, value }, index) => {
      const quote = quotes[index];
      if (state !== 'CREATED' || quote === undefined) return [];
      return [{ id: String(value.url).slice('/svc/quote/'.length), quote }];
    });
    if (answer.status === 207 && items.length === ITEMS) this.created.set(name, items);
    else this.unfit.push(`${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  /** Compares with the service's stored data; returns the texts of what is lost, changed or half done. */
  async verify(client: Client): Promise<string[]> {
    const values = await this.recordsOf(client, '/quote?format=ndjson');
    const ids = await this.recordsOf(client, '/svc/quote?format=ndjson');
    const faults: string[] = [];
    for (const items of this.created.values()) {
      for (const { id, quote } of items) {
        const key = `${quote.ticker} ${quote.date}`;
        const record = values.get(key);
        if (record === undefined || ids.get(key)?.id !== id) faults.push(`lost: ${key} ${id}`);
        else if (Object.entries(quote).some(([name, value]) => record[name] !== value)) {
          faults.push(`changed: ${key} ${JSON.stringify(record)}`);
        }
      }
    }
    const counts = new Map<unknown, number>();
    for (const { ticker } of values.values()) {
      const [name] = String(ticker).split('Y');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const name of this.unknown) {
      const count = counts.get(name) ?? 0;
      if (count !== 0 && count !== ITEMS) faults.push(`half done: ${name}, ${count} of ${ITEMS}`);
    }
    return faults;
  }

  private async recordsOf(client: Client, path: string): Promise<Map<string, Record<string, unknown>>> {
    const { status, text } = await client.get(path);
    if (status !== 200) throw new Error(`${path} could not be read: ${status} ${text.slice(0, 300)}`);
    const records = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return new Map(records.map((record) => [`${record.ticker} ${record.date}`, record]));
  }
}
