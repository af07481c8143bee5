/**
 * Recomputes reference, ceiling, floor and change of every bar of a running service from the rules of the exchanges,
 * written here a second time and not read from any table, and compares them with the service's answers.
 *
 * Usage: TOKEN=… node scripts/check-limits.mjs [http://127.0.0.1:3000 [ticker …]], all tickers unless some are named.
 * Exit code 1 when one differs. Stored references and limits win over the rules: where they differ, this check does too.
 */
const [base = 'http://127.0.0.1:3000', ...tickers] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.TOKEN ?? ''}` };

/** Bands in percent, each from a day on: usual, first day, sessions without a trade, band after them. */
const BANDS = {
  HOSE: [
    ['2000-07-28', 2],
    ['2001-06-13', 7],
    ['2001-10-15', 2],
    ['2002-08-01', 3],
    ['2002-12-23', 5],
    ['2008-03-27', 1],
    ['2008-04-07', 2],
    ['2008-06-19', 3],
    ['2008-08-18', 5],
    ['2013-01-15', 7, 20, 45, 20],
    ['2016-09-12', 7, 20, 25, 20],
  ],
  HNX: [
    ['2005-03-08', 10],
    ['2008-03-27', 2],
    ['2008-04-07', 3],
    ['2008-06-19', 4],
    ['2008-08-18', 7],
    ['2013-01-15', 10, 30, 25, 30],
  ],
  UPCOM: [
    ['2009-06-24', 10],
    ['2015-07-01', 15, 40, 25, 40],
  ],
};
const OPENINGS = { HOSE: '2000-07-28', HNX: '2005-03-08', UPCOM: '2009-06-24' };

function tickOf({ exchange, security_type: type }, day, price) {
  if (!(exchange in OPENINGS) || day < OPENINGS[exchange] || !(price >= 0)) return undefined;
  if (exchange !== 'HOSE') return 100;
  if (day < '2016-09-12') return price < 50_000 ? 100 : price < 100_000 ? 500 : 1000;
  if (type === 'etf' || type === 'fund_certificate') return 10;
  if (type === 'covered_warrant' && day >= '2019-06-28') return 10;
  return price < 10_000 ? 10 : price < 50_000 ? 50 : 100;
}

/** Prices are counted in millionths of a dong, so that no product is rounded. */
const UNIT = 1_000_000n;
const exactly = (price) => BigInt(Math.round(price * 1e6));
const ceilDiv = (value, by) => (value + by - 1n) / by;

function limitsOf(security, day, reference, percent, ownTick) {
  const exact = exactly(reference);
  const edge = (sign) => exact * BigInt(100 + sign * percent);
  const tickAt = (value) => BigInt(tickOf(security, day, Number(value) / 1e8)) * UNIT;
  const [up, down] = [edge(1), edge(-1)];
  const own = BigInt(ownTick) * UNIT;
  const [upTick, downTick] = [tickAt(up), tickAt(down)];
  const [highest, next] = [(up / (upTick * 100n)) * upTick, (exact / own + 1n) * own];
  const lowest = ceilDiv(down, downTick * 100n) * downTick;
  const before = exact > own ? (ceilDiv(exact, own) - 1n) * own : exact;
  return {
    ceiling: Number(highest > next ? highest : next) / 1e6,
    floor: Number(lowest < before ? lowest : before) / 1e6,
  };
}

async function read(path) {
  const answer = await fetch(`${base}${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
const lines = async (path) =>
  (await (await read(path)).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const calendar = new Map(
  (await lines('/reference/settlement?country=VN&format=ndjson')).map(({ date, status }) => [date, status]),
);
const dayNumber = (date) => Date.parse(date) / 86_400_000;
const isOpen = (number) => {
  const weekday = (number + 4) % 7; // 1970-01-01 was a Thursday; 0 is Sunday
  const status = calendar.get(new Date(number * 86_400_000).toISOString().slice(0, 10));
  return status === undefined ? weekday !== 0 && weekday !== 6 : status === 'open';
};
function sessionsBetween(from, to) {
  return sessionsOf(dayNumber(from) + 1, dayNumber(to));
}
/** Sessions of the days from `first` until before `end`. */
function sessionsOf(first, end) {
  let sessions = 0;
  for (let day = first; day < end; day++) if (isOpen(day)) sessions++;
  return sessions;
}
/** A close more than five sessions old is no base of a change. */
const isTooOld = (from, to) => sessionsOf(dayNumber(from) + 1, dayNumber(to) + 1) > 5;

const counts = {
  tickers: 0,
  bars: 0,
  differences: 0,
  firstDays: 0,
  resumptions: 0,
  exDates: 0,
  ETFs: 0,
  offTick: 0,
};
/** Values that the rules give for a bar after the earlier bars of its ticker. */
function expectedValues(security, bar, previous, traded, actions) {
  if (previous === undefined) return undefined;
  const due = actions.filter(({ ex_date: ex }) => ex > previous.date && ex <= bar.date);
  const sum = (of) => due.reduce((total, each) => total + of(each), 0);
  const [cash, shares, offered] = ['cash_dividend', 'share_ratio', 'rights_ratio'].map((name) =>
    sum((each) => each[name] ?? 0),
  );
  const asked = sum((each) => (each.rights_ratio ?? 0) * (each.rights_price ?? 0));
  // An average of 0 is that of a day without trades.
  const average = (security.exchange === 'UPCOM' && previous.average_price) || null;
  const start = average ?? previous.close;
  // Rights that do not cost less than the price are not exercised.
  const [rights, paid] = asked < offered * start ? [offered, asked] : [0, 0];
  if (!(start + paid > cash && 1 + rights + shares > 0))
    return { reference: null, ceiling: null, floor: null };
  const price = (start + paid - cash) / (1 + rights + shares);
  const ownTick = tickOf(security, bar.date, price);
  const isEx = cash !== 0 || shares !== 0 || offered !== 0;
  if (isEx) counts.exDates++;
  const isComputed = isEx || average !== null;
  const reference =
    isComputed && ownTick !== undefined
      ? Math.floor(Number((price / ownTick).toPrecision(15)) + 0.5) * ownTick
      : price;
  if (ownTick !== undefined && reference % ownTick !== 0) counts.offTick++;
  const rule = BANDS[security.exchange]?.findLast(([from]) => from <= bar.date);
  const none = { reference, ceiling: null, floor: null };
  if (rule === undefined || ownTick === undefined || security.security_type === 'covered_warrant')
    return none;
  const [, usual, first, sessions, resumed] = rule;
  let percent = usual;
  if (bar.date === security.listing_date) {
    counts.firstDays++;
    percent = first;
  } else if (
    sessions !== undefined &&
    traded !== undefined &&
    sessionsBetween(traded, bar.date) >= sessions
  ) {
    counts.resumptions++;
    percent = resumed;
  }
  return percent === undefined
    ? none
    : { reference, ...limitsOf(security, bar.date, reference, percent, ownTick) };
}

const near = (actual, target) =>
  actual === null || target === null
    ? actual === target
    : Math.abs(actual - target) <= 1e-9 * Math.max(1, Math.abs(target));

const RULED = new Set(['stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant']);
const json = async (path) => (await read(path)).json();
const groups = await Promise.all(
  Object.keys(OPENINGS).map((exchange) => json(`/udf/symbol_info?group=${exchange}`)),
);
for (const ticker of groups.flatMap(({ symbol }) => symbol)) {
  if (tickers.length > 0 && !tickers.includes(ticker)) continue;
  const security = await json(`/detail/${ticker}`);
  if (!RULED.has(security.security_type)) continue;
  const bars = await lines(`/quote?ticker=${ticker}&fields=extended&order=asc&format=ndjson`);
  const actions = await lines(`/trading/actions?ticker=${ticker}&format=ndjson`);
  counts.tickers++;
  if (security.security_type === 'etf') counts.ETFs++;
  let [previous, traded] = [];
  for (const bar of bars) {
    const expected = expectedValues(security, bar, previous, traded, actions);
    if (expected !== undefined) {
      counts.bars++;
      const hasBase = expected.reference !== null && !isTooOld(previous.date, bar.date);
      const change = hasBase ? bar.close - expected.reference : null;
      const percent =
        change === null || expected.reference === 0 ? null : (100 * change) / expected.reference;
      const all = { ...expected, change, change_percent: percent };
      const wrong = Object.keys(all).filter((name) => !near(bar[name], all[name]));
      counts.differences += wrong.length;
      if (wrong.length > 0 && counts.differences <= 20) {
        const mismatches = wrong.map((name) => `${name} ${bar[name]}, by the rules ${all[name]}`).join('; ');
        console.log(`${ticker} ${bar.date}: ${mismatches}`);
      }
    }
    previous = bar;
    if (bar.volume > 0) traded = bar.date;
  }
}
console.log(
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
process.exitCode = counts.differences === 0 && counts.bars > 0 ? 0 : 1;
