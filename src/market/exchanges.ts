import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { InvalidInput } from '../errors/domain-errors.js';

/** The exchanges of the market: a closed set whose members are data. */
@Injectable()
export class Exchanges {
  constructor(private readonly database: Database) {}

  /**
   * Throws InvalidInput, naming the known exchanges, for one that no security, index or rule of the market has. Meant
   * for reads that found nothing: usual answers need no look-up.
   */
  async refuseUnknown(exchange: string | undefined): Promise<void> {
    if (exchange === undefined) return;
    const rows = await this.database.read<{ exchange: string }>({
      text: `
        /* empty read */ SELECT DISTINCT exchange FROM (
          SELECT exchange FROM security UNION SELECT exchange FROM market_band UNION SELECT exchange FROM market_index
        ) every
        WHERE exchange IS NOT NULL ORDER BY exchange`,
      values: [],
    });
    const exchanges = rows.map((row) => row.exchange);
    if (exchanges.includes(exchange)) return;
    const detail = `one of ${exchanges.join(', ')} is expected`;
    throw new InvalidInput([{ parameter: 'exchange', code: 'invalid_format', detail }]);
  }
}
