/** A valid security of the master; every call gives the same values unless overridden. */
export interface SecurityInput {
  ticker: string;
  name: string;
  exchange: string;
}

export function aSecurity(overrides: Partial<SecurityInput> = {}): SecurityInput {
  return { ticker: 'TCB', name: 'Techcombank', exchange: 'HOSE', ...overrides };
}
