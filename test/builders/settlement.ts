/** A valid settlement day to write, of a country whose calendar is not shipped. */
export interface SettlementInput {
  country: string;
  date: string;
  timezone: string;
  name: string;
  status?: string;
}

export function aSettlementDay(overrides: Partial<SettlementInput> = {}): SettlementInput {
  return {
    country: 'TH',
    date: '2024-04-15',
    timezone: 'Asia/Bangkok',
    name: 'Songkran Festival',
    ...overrides,
  };
}
