import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { describeApi } from '../app.setup.js';
import { parseConfig } from '../config/config.js';

/** Writes openapi.json from the code, or with `--check` fails when the committed one differs. No database. */
const NOWHERE = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' };
const FILE = 'openapi.json';

const app = await NestFactory.create<NestExpressApplication>(
  AppModule.with(parseConfig({ LOG_LEVEL: 'silent' }), NOWHERE, { connect: false }),
  { logger: false, preview: true },
);
const text = `${JSON.stringify(describeApi(app), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
  process.stdout.write(`${FILE} written\n`);
} else if (readFileSync(FILE, 'utf8') === text) {
  process.stdout.write(`${FILE} is what the code says\n`);
} else {
  process.stderr.write(`${FILE} differs from the code: run npm run openapi and review the change\n`);
  process.exitCode = 1;
}
