import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { ShippedData } from '../../dataset/shipped-data.js';
import { STATEMENT_TEMPLATE } from './statement-template.data-set.js';

/** The shipped forms of statements. */
export const STATEMENT_TEMPLATES = {
  file: new URL('./data/statement-templates.json', import.meta.url),
  /** first digits of the file's SHA-256: its version; a test compares it with the file */
  version: '5eb56874138f',
};

/** Loads the forms of financial statements that ship with the service. */
@Injectable()
export class ShippedStatements {
  constructor(private readonly shippedData: ShippedData) {}

  /** Loads the forms unless this database has seen their version; returns the number of rows written. */
  load(): Promise<number> {
    return this.shippedData.load([
      {
        name: `${STATEMENT_TEMPLATE.name} ${STATEMENT_TEMPLATES.version}`,
        dataSet: STATEMENT_TEMPLATE,
        records: async () => JSON.parse(await readFile(STATEMENT_TEMPLATES.file, 'utf8')) as object[],
      },
    ]);
  }
}
