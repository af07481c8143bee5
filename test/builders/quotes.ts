/** A valid quote to write; every call gives the same values unless overridden. */
export interface QuoteInput {
  ticker: string;
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | string;
}

export function aQuote(overrides: Partial<QuoteInput> = {}): QuoteInput {
  return {
    ticker: 'VNM',
    date: '2024-01-31',
    open: 66900,
    high: 67500,
    low: 66500,
    close: 67000,
    volume: 3415800,
    ...overrides,
  };
}

/** `count` valid quotes of one ticker on consecutive calendar days. */
export function quotesOf(ticker: string, count: number, from = '2020-01-01'): QuoteInput[] {
  const first = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const close = 10_000 + index * 10;
    return aQuote({
      ticker,
      date: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
      open: close - 5,
      high: close + 20,
      low: close - 20,
      close,
      volume: 1000 + index,
    });
  });
}
