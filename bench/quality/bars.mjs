/** Real bars from files: a folder or tar.gz of CSV files named after their tickers, or one CSV with a ticker column. */
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'];

/** Sound bars by ticker, oldest first; prices are multiplied by `scale`. Bars that break a record rule are left out. */
export async function barsOf(path, scale) {
  const bars = new Map();
  for await (const [name, text] of filesOf(path))
    readFile(bars, basename(name).split('.')[0].toUpperCase(), text, scale);
  for (const [ticker, list] of bars) {
    list.sort((a, b) => (a.date < b.date ? -1 : 1));
    bars.set(
      ticker,
      list.filter((bar, at) => bar.date !== list[at - 1]?.date),
    );
  }
  return bars;
}

async function* filesOf(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)
      .filter((each) => each.endsWith('.csv'))
      .sort())
      yield [name, readFileSync(join(path, name), 'utf8')];
    return;
  }
  if (!/\.(tar\.gz|tgz)$/.test(path)) {
    yield [path, readFileSync(path, 'utf8')];
    return;
  }
  const entries = createReadStream(path).pipe(createGunzip()).pipe(tar.extract());
  for await (const entry of entries) {
    const pieces = [];
    for await (const piece of entry) pieces.push(piece);
    if (entry.header.name.endsWith('.csv') && !basename(entry.header.name).startsWith('.'))
      yield [entry.header.name, Buffer.concat(pieces).toString('utf8')];
  }
}

function readFile(bars, fileTicker, text, scale) {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const place = (...headings) => names.findIndex((name) => headings.includes(name));
  const ticker = place('ticker', 'symbol');
  const date = place('date', 'timestamp');
  const places = COLUMNS.map((name) => place(name));
  if (date < 0 || places.includes(-1)) return;
  for (const line of lines) {
    const cells = line.split(',');
    const values = places.map((at) => (cells[at]?.trim() ? Number(cells[at]) : Number.NaN));
    if (!isSound(values)) continue;
    const prices = values.slice(0, 4).map((price) => Math.round(price * scale * 1000) / 1000);
    const symbol = ticker < 0 ? fileTicker : cells[ticker].trim().toUpperCase();
    if (!/^[A-Z0-9]{3,100}$/.test(symbol)) continue;
    const [open, high, low, close] = prices;
    const bar = { date: cells[date].slice(0, 10), open, high, low, close, volume: Math.round(values[4]) };
    if (bars.has(symbol)) bars.get(symbol).push(bar);
    else bars.set(symbol, [bar]);
  }
}

function isSound([open, high, low, close, volume]) {
  return (
    [open, high, low, close, volume].every(Number.isFinite) &&
    low >= 0 &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close) &&
    volume >= 0
  );
}
