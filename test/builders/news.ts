/** A piece of news to write; every call gives the same values unless overridden. */
export interface NewsInput {
  id: string;
  title: string;
  summary?: string;
  source: string;
  source_type: string;
  category: string;
  tickers?: string[];
  language?: string;
  published_at: string;
  sentiment?: string;
  sentiment_score?: number;
}

export function aNews(overrides: Partial<NewsInput> = {}): NewsInput {
  return {
    id: 'n-1',
    title: 'Vinamilk công bố kết quả kinh doanh',
    source: 'HOSE',
    source_type: 'exchange',
    category: 'securities',
    tickers: ['VNM'],
    published_at: '2024-01-31T08:15:00Z',
    ...overrides,
  };
}
