/** Where to look at the demo market first: reads of one stock and of all, and the page of the console. */
export const DEMO_VIEWS = {
  page: '/console#/market',
  reads: [
    '/quote?ticker=ZDA&fields=extended&limit=3',
    '/detail/ZDA',
    '/trade/technical-analysis?ticker=ZDA&indicator=rsi(14),macd(12,26,9)&limit=3',
    '/market/gainers?limit=3',
  ],
} as const;
