import 'reflect-metadata';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FIRST_DAY } from '../../demo/demo-market.js';
import { type Config, loadConfig } from '../config/config.js';
import { Database } from '../database/database.js';
import { checkDemoDatabase } from '../demo/demo-database.js';
import { type DemoLoad, lastDemoDay, loadDemo } from '../demo/demo-loader.js';
import { DEMO_VIEWS } from '../demo/demo-views.js';
import { DataNotice } from '../operations/data-notice.js';
import { serve } from '../serve.js';

/** Folder of the demo's own database inside DATA_DIR, unless the environment names DATA_DIR itself. */
const FOLDER = 'demo';

/** Starts the service on a database of the synthetic market: npm run demo. */
serve({ config: (warn) => loadConfig(warn, FOLDER), check: checkDemoDatabase, load, show: DEMO_VIEWS });

async function load(app: NestExpressApplication, config: Config): Promise<string[]> {
  const began = performance.now();
  const loaded = await loadDemo(app.get(Database), lastDemoDay(new Date()));
  await app.get(DataNotice).read();
  return [describe(loaded, (performance.now() - began) / 1000), databaseText(config)];
}

function describe({ lastDay, rows, isCurrent }: DemoLoad, seconds: number): string {
  if (!isCurrent) {
    return 'The stored demo market is of another version and stays as it is: start on an empty folder or database for a new one';
  }
  const outcome = rows === 0 ? 'stored already' : `${rows} records written in ${seconds.toFixed(1)} s`;
  return `Demo market from ${FIRST_DAY} to ${lastDay}: ${outcome}`;
}

function databaseText({ DATABASE_URL, DATA_DIR }: Config): string {
  if (DATABASE_URL !== undefined) return 'Its database is that of DATABASE_URL';
  return `Its database is in ${DATA_DIR}: other commands find it with DATA_DIR=${DATA_DIR}`;
}
