import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { describeApi } from '../app.setup.js';
import { parseConfig } from '../config/config.js';
import { sourcesSchema } from '../modules/source/sources-schema.js';

/**
 * Writes openapi.json and the schema of SOURCES_FILE from the code; with `--check` fails if the committed ones differ.
 * Needs no database.
 */
const NOWHERE = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' };

const app = await NestFactory.create<NestExpressApplication>(
  AppModule.with(parseConfig({ LOG_LEVEL: 'silent' }), NOWHERE, { connect: false }),
  { logger: false, preview: true },
);
// Of two classes with one name the generator documents the last, and only warns.
app.useLogger({
  log: () => undefined,
  error: () => undefined,
  warn: (message: string) => {
    throw new Error(message);
  },
});
const document = describeApi(app);
const texts = Object.entries({
  'openapi.json': document,
  'docs/sources.schema.json': sourcesSchema(document),
});
for (const [file, content] of texts) {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    process.stdout.write(`${file} written\n`);
  } else if (readFileSync(file, 'utf8') === text) {
    process.stdout.write(`${file} matches the code\n`);
  } else {
    process.stderr.write(`${file} differs from the code: run npm run openapi and review the change\n`);
    process.exitCode = 1;
  }
}
