import { isCluster, type TestApp } from '../../app.js';
import { documentOf, longestPageOf, operationsOf } from '../../contract/document.js';
import { whole } from '../../whole.js';
import { type Poison, VICTIMS } from './wrong-row.js';

/** Securities whose answers no wrong record of another one may change: one of HOSE, one of UPCOM. */
const OTHERS = ['ZST', 'ZWA'];
/** Days before and after the wrong ones; undefined: the present day. */
const DAYS = ['2023-10-16', '2025-03-14', undefined];
const RANGES = ['from_date=20231016&to_date=20231018', 'from_date=20250312&to_date=20250314'];

const ofSecurity = (ticker: string): string[] => [
  `/quote?ticker=${ticker}&fields=extended&adjusted=true&from_date=20240401&to_date=20240628`,
  `/quote?ticker=${ticker}&interval=1m&limit=100`,
  `/quote/gaps?ticker=${ticker}&limit=1000`,
  `/detail/${ticker}?date=20240522`,
  `/related-stocks?ticker=${ticker}&limit=50&date=20231016`,
  `/trade/foreign?ticker=${ticker}&from_date=20240401&to_date=20240628`,
  `/trade/flow?scope=ticker&code=${ticker}&from_date=20240401&to_date=20240628`,
  `/trade/technical-analysis?ticker=${ticker}&indicator=rsi(14),sma(200),macd(12,26,9)&adjusted=true&limit=300`,
  `/trading/relative-return?ticker=${ticker}&benchmark=VN30`,
  ...RANGES.map((range) => `/valuation?ticker=${ticker}&${range}`),
  `/valuation?ticker=${ticker}&limit=1`,
  `/search?q=${ticker}`,
  `/udf/symbols?symbol=${ticker}`,
  `/udf/history?symbol=${ticker}&resolution=1D&from=1672531200&to=1751241600`,
];

const ofDay = (day: string | undefined): string[] => {
  const on = day === undefined ? '' : `date=${day}&`;
  return [
    ...(day === undefined ? [] : [`/quote?date=${day}&fields=extended&limit=1000`]),
    `/market/gainers?${on}limit=100`,
    `/market/losers?${on}limit=100&period=1m`,
    `/market/movement?${on}code=VN30`,
    `/market/heatmap?${on}size=value`,
    `/market/contributors?${on}code=VNINDEX&limit=1000`,
    `/index/profile?${on}`,
    `/index/VN30?${on}`,
    `/index/constituents?${on}code=VN30`,
    `/trading/signal?${on}limit=1000`,
  ];
};

const OF_THE_MARKET = [
  ...RANGES.flatMap((range) => [
    `/market/movement?${range}&limit=100`,
    `/trade/market/result?${range}&fields=extended&limit=1000`,
    `/trade/flow?scope=sector&${range}&limit=5000`,
    `/trade/flow?scope=index&${range}&limit=1000`,
    `/trade/foreign?${range}&limit=5000`,
    `/valuation?code=VN30&${range}`,
    `/news/index?code=VN30&${range}&limit=1000`,
    `/news/sentiment?code=VN30&${range}`,
    `/trading/actions?${range}&limit=1000`,
    `/trading/suggestions?${range}&limit=1000`,
    `/trading/market-insight?${range}&limit=1000`,
    `/economics/calendar?${range}&limit=1000`,
    `/reference/settlement?country=VN&${range}`,
  ]),
  '/reference/settlement?country=VN&from_date=20261201&limit=1000',
  '/reference/vac/search?regime=TT200&limit=500',
  '/fundamental/filings?from_date=20231002&to_date=20231031&limit=500',
  '/udf/symbol_info?group=HOSE',
  '/search?q=Demo&limit=50',
];

/** Requests of particular days, ranges and formulas, in addition to one of each documented read of a security. */
const PARTICULAR_READS = [...OTHERS.flatMap(ofSecurity), ...DAYS.flatMap(ofDay), ...OF_THE_MARKET];

const PORTFOLIO = {
  assets: OTHERS.map((ticker) => ({ ticker })),
  from_date: '2023-03-01',
  to_date: '2025-06-27',
  benchmark: 'VN30',
};

/** Requests at the same time: on a cluster, whose servers share the machine, no more than expensive reads that may run. */
const AT_ONCE = isCluster ? 2 : 4;

/** Reads of the service itself, and those whose answers change with the clock. */
const BESIDE_THE_MARKET = /^\/(svc\/|health\/|metrics$|udf\/time$|$)/;
/** Rows of a page of a read that is not listed above. */
const ROWS = 500;

/**
 * Reads whose answers may not be changed by a wrong record of another security, or of another day: those above, each
 * documented read of a security for the others, and once each other documented read.
 */
async function readsOf(service: TestApp): Promise<string[]> {
  const documentedReads = operationsOf(await documentOf(service)).filter(
    ({ method, path }) => method === 'GET' && !BESIDE_THE_MARKET.test(path),
  );
  const addresses = documentedReads.flatMap((read) => {
    const names = read.parameters.map(({ name }) => name);
    if (names.includes('ticker')) return OTHERS.map((ticker) => longestPageOf(read, { ticker }, ROWS));
    if (names.includes('symbol')) return OTHERS.map((symbol) => longestPageOf(read, { symbol }, ROWS));
    return PARTICULAR_READS.some((address) => pathOf(address) === read.path)
      ? []
      : longestPageOf(read, {}, ROWS);
  });
  return [...PARTICULAR_READS, ...addresses];
}

const pathOf = (address: string) => address.split('?', 1)[0];

/** Reads of records that one of the securities has not, and that no wrong record of another may give it. */
const MISSING = ['/trading/market-depth?ticker=ZWA'];

/** Answers by their address. */
export type Answers = ReadonlyMap<string, string>;

/** The answers of all reads. */
export async function answersOf(service: TestApp): Promise<Answers> {
  const answers = new Map<string, string>();
  const queue = (await readsOf(service)).values();
  const read = async () => {
    for (const address of queue) {
      if (MISSING.includes(address)) {
        const { body } = await service.get(address).expect(404);
        answers.set(address, JSON.stringify({ title: body.title }));
      } else answers.set(address, (await whole(() => service.get(address))).text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  answers.set('/performance', (await service.post('/performance', PORTFOLIO).expect(200)).text);
  return answers;
}

/**
 * Addresses whose answers differ in more than the elements that name a wrong record, and the ranks of others in a
 * ranking that has one; the address of a wrong record itself is not among them.
 */
export function changedAnswers(before: Answers, after: Answers, poison: readonly Poison[]): string[] {
  const words = new Set([...VICTIMS, ...poison.flatMap(({ names = [] }) => names)]);
  const isSum = (address: string) => poison.some(({ sums }) => sums?.test(address));
  const isOfNamed = (address: string) =>
    pathOf(address)
      ?.split('/')
      .some((part) => words.has(part));
  const differs = (address: string, text: string) =>
    before.get(address) !== text &&
    withoutNamed(before.get(address) ?? '', words) !== withoutNamed(text, words);
  return [...after]
    .filter(([address, text]) => !isSum(address) && !isOfNamed(address) && differs(address, text))
    .map(([address]) => address);
}

/** JSON text without the list elements that name one of the words as a value, and without page counts. */
function withoutNamed(text: string, words: ReadonlySet<string>): string {
  const body = JSON.parse(text) as { meta?: { count?: number; next?: string | null } };
  if (body.meta !== undefined) {
    body.meta.count = undefined as never;
    body.meta.next = undefined as never;
  }
  return JSON.stringify(prune(body, words));
}

function prune(value: unknown, words: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    return value.filter((each) => !isNamed(each, words)).map((each) => prune(each, words));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'rank')
      .map(([name, each]) => [name, prune(each, words)]),
  );
}

function isNamed(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return words.has(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([, each]) => {
    if (typeof each === 'string') return words.has(each);
    return Array.isArray(each) && each.some((text) => typeof text === 'string' && words.has(text));
  });
}
