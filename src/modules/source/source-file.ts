import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { parse } from 'yaml';
import { CONFIG, type Config, ConfigurationError } from '../../config/config.js';
import { recordId } from '../../database/records/record-id.js';
import { type FieldError, InvalidInput } from '../../errors/domain-errors.js';
import { jsonReader } from '../../http/fields/fields.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { Invalid } from '../../kinds/kinds.js';
import { LOGGER, type Logger } from '../../log/log.js';
import { sourceNameKind } from './declaration-kinds.js';
import { PRESETS } from './preset/presets.js';
import { SourceWrite } from './source.declaration.js';
import { SourceRepository } from './source.repository.js';
import { SourceService } from './source.service.js';

const readSource = jsonReader(SourceWrite);

/** Actor that declares the sources of the file, in the audit log. */
const ACTOR = 'file:SOURCES_FILE';

/**
 * Declares the sources of the YAML file that SOURCES_FILE names, at every start: those that differ are replaced, others
 * stay as they are, including those not in the file. An invalid file keeps the service from starting.
 */
@Injectable()
export class SourceFile implements OnApplicationBootstrap {
  constructor(
    private readonly sources: SourceService,
    private readonly repository: SourceRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const path = this.config.SOURCES_FILE;
    if (path === undefined) return;
    for (const [name, source] of sourcesIn(await textOf(path))) {
      const declaration = JSON.parse(JSON.stringify({ active: true, ...source }));
      const record = JSON.parse((await this.repository.find(name)) ?? '{}');
      if (isDeepStrictEqual(record.declaration, declaration)) continue;
      await this.sources
        .put(name, source, { actor: { name: ACTOR, requestId: recordId() } })
        .catch((error: unknown) => {
          throw error instanceof InvalidInput
            ? fileError(error.errors.map((each) => problemText(name, each)))
            : error;
        });
      this.log.info({ source: name }, 'source declared by SOURCES_FILE');
    }
  }
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw fileError([error.message]);
  });
}

/** The sources of a file, each completed from its preset; throws {@link ConfigurationError}. */
function sourcesIn(text: string): [name: string, source: SourceWrite][] {
  const document = parsed(text);
  if (!isJsonObject(document) || !isJsonObject(document.sources) || Object.keys(document).length > 1)
    throw fileError(['an object `sources` with a declaration by name is expected']);
  const problems: string[] = [];
  const sources = Object.entries(document.sources).flatMap(([name, entry]): [string, SourceWrite][] => {
    const kind = sourceNameKind.fromText(name);
    if (kind instanceof Invalid) problems.push(`${name}: ${kind.detail}`);
    const { preset, ...own } = isJsonObject(entry) ? entry : {};
    const base = PRESETS.find((each) => each.name === preset)?.declaration ?? {};
    if (preset !== undefined && Object.keys(base).length === 0)
      problems.push(`${name}: preset: one of ${PRESETS.map((each) => each.name).join(', ')} is expected`);
    const { record, errors = [] } = readSource({ ...base, ...own });
    problems.push(...errors.map((each) => problemText(name, each)));
    return record === undefined ? [] : [[name, record]];
  });
  if (problems.length > 0) throw fileError(problems);
  return sources;
}

function parsed(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw fileError([(error as Error).message]);
  }
}

const problemText = (name: string, { pointer = '', detail }: FieldError) => `${name}${pointer}: ${detail}`;

const fileError = (problems: readonly string[]) =>
  new ConfigurationError(problems.map((problem) => `SOURCES_FILE: ${problem}`));
