import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Shown wherever the database holds the synthetic market of the demo. */
const SYNTHETIC =
  'SYNTHETIC DATA: this database holds the demo market. Its companies, prices and events are invented.';

/** Whether the data that this service answers with are real, for its front page and its start. */
@Injectable()
export class DataNotice {
  /** a warning to show; null for the operator's own data */
  text: string | null = null;

  constructor(private readonly database: Database) {}

  /** Asks the database again; called at the start and after the demo was loaded. */
  async read(): Promise<void> {
    const demo = await this.database.queryOne({
      text: `SELECT name FROM shipped_data WHERE name LIKE 'demo %' LIMIT 1`,
      values: [],
    });
    this.text = demo === undefined ? null : SYNTHETIC;
  }
}
