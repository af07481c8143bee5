/** Titles of the pages in the navigation. */
const pages = {
  market: 'Market',
  chart: 'Chart',
  approvals: 'Approvals',
  import: 'Import',
  data: 'Data',
  tokens: 'Tokens',
};

/** Texts that several pages need. */
const common = {
  loading: 'Loading …',
  tryAgain: 'Try again',
  request: 'Request',
  importData: 'Import data',
  loadDemo: 'or start the service with a synthetic market:',
  askForData: 'Data are brought in by who may import them: ask an operator or an administrator.',
  howComputed: (title: string) => `How it is computed: ${title}`,
  formula: 'Formula',
  inputs: 'What went into it',
  asOf: 'As of',
  answeredBy: 'Answered by',
  table: 'Table',
  asTable: 'The figures as a table',
  more: (count: number, all: number) => `Show ${count} more of ${all}`,
  date: 'Date',
  ticker: 'Ticker',
  name: 'Name',
  close: 'Close',
  change: 'Change',
  actions: {
    cash_dividend: 'Cash dividend',
    stock_dividend: 'Stock dividend',
    bonus_issue: 'Bonus issue',
    rights_issue: 'Rights issue',
    split: 'Split',
    meeting: 'Meeting',
    listing: 'Listing',
    other: 'Other',
  },
  sentiments: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' },
};

/** Texts of the market page. */
const market = {
  title: 'Market',
  scope: 'Show',
  wholeMarket: 'Whole market',
  indexScope: (code: string) => `Members of ${code}`,
  indices: 'Indices',
  tradedValue: 'Traded value, VND',
  day: 'Trading day',
  previousDay: 'Trading day before',
  nextDay: 'Next trading day',
  presentDay: 'Present day',
  noMarket: 'There are no quotes yet',
  nothingBefore: (date: string) => `Nothing was traded up to ${date}`,
  closedDay: (date: string) => `Nothing was traded on ${date}`,
  dayBefore: (date: string) => `Show ${date}`,
  map: {
    title: 'Map of the market',
    label: 'Map of the market: arrow keys move from security to security, Enter opens one',
    empty: 'Nothing was traded by these securities',
    unclassified: 'Unclassified',
    all: 'All',
    size: 'Size',
    color: 'Colour',
    group: 'By',
    hint: 'Point at a security, or press Tab and the arrow keys.',
    legend: 'What the colours mean',
    others: (count: number, group: string) => `${count} smaller of ${group}`,
    sizes: { market_cap: 'Capitalisation', value: 'Traded value', volume: 'Volume' },
    colors: { change: 'Change', turnover: 'Turnover', foreign: 'Foreign net' },
    groups: { sector: 'Sector', group: 'Industry group', industry: 'Industry', exchange: 'Exchange' },
    meaning:
      'Every security is a tile. Those of a kind stand together; what is too small to see stands together too, and alone in the table.',
    formulas: {
      change: 'change = close ÷ reference price of the day − 1',
      turnover: 'turnover = traded value of the day ÷ market capitalisation',
      foreign: 'foreign net = (value bought − value sold by foreign investors) ÷ traded value of the day',
    },
  },
  breadth: {
    title: 'Breadth',
    meaning: 'How many securities closed above, below and at their reference price, day by day.',
    formula: 'advances: close > reference; declines: close < reference',
    advances: 'Advances',
    declines: 'Declines',
    unchanged: 'Unchanged',
    ceilings: 'At the ceiling',
    floors: 'At the floor',
    empty: 'No trading days',
  },
  turnover: {
    title: 'Turnover',
    meaning: 'Value of all trades of these securities, matched and negotiated, VND.',
    value: 'Traded value',
    average: 'Mean of 20 days',
  },
  movers: {
    title: 'Movers',
    gainers: 'Gainers',
    losers: 'Losers',
    none: 'None',
    period: 'Period',
    periods: { '1d': 'Day', '1w': 'Week', '1m': 'Month', ytd: 'Year' },
    meaning:
      'Beside each mover stand its corporate actions and news of the period. They happened at the same time, which does not prove that they are why.',
    formula: {
      day: 'change = close ÷ reference price of the day − 1, so that an ex-date is no loss',
      period: 'change = close ÷ close before the period − 1, adjusted for corporate actions since',
    },
    kinds: { action: 'Action', news: 'News' },
    limits: { ceiling: 'at the ceiling', floor: 'at the floor' } as Readonly<Record<string, string>>,
  },
  contributors: {
    title: (code: string) => `What moved ${code}`,
    empty: (code: string) => `No member of ${code} was traded`,
    meaning:
      'The points by which each member raised or lowered the index. Those of all members add up to its move.',
    formula:
      'points = level of the day before × (capitalisation − capitalisation before) ÷ Σ capitalisation before',
    before: 'Close before',
    close: 'Close',
    change: 'Change of the price',
    place: 'Place in the move',
    points: 'Points',
    others: (count: number) => `${count} others`,
    sum: (points: string) => `sum of the parts ${points}`,
  },
  foreign: {
    title: 'Foreign investors',
    empty: 'No foreign trades are stored',
    net: (code: string) => `Net bought, members of ${code}`,
    bought: 'Bought most, net',
    sold: 'Sold most, net',
    meaning: (code: string) =>
      `What foreign investors bought less what they sold, VND. The drawing sums the members of ${code}; the lists name securities of the whole market.`,
    formula: 'net = value bought − value sold, matched and negotiated',
  },
  news: { title: 'News', empty: 'No news of these days' },
};

/** Every text of the pages in English. Another language is another file of this shape. */
export const en = {
  code: 'en',
  /** a button that leads to the other language, in that language */
  otherLanguage: { short: 'VI', label: 'VI: chuyển sang tiếng Việt', code: 'vi' },
  pages,
  common,
  market,
};

/** The shape of a language. */
export type Text = typeof en;
