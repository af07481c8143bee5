import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pack } from 'tar-stream';
import { DEMO_VIEWS } from '../src/demo/demo-views.js';
import { ADMIN_TOKEN, type TestApp } from '../test/app.js';
import { urlOf } from '../test/commands.js';
import { startDemoApp } from '../test/demo.js';
import { cleanUp, temporaryFolder, until } from '../test/embedded/harness.js';
import { PATIENCE } from '../test/faults/rounds.js';
import { VENDOR_ANSWERS } from '../test/fixtures/vendor-answers.js';

/** The address as documents write it. */
const WRITTEN = 'http://127.0.0.1:3000';
/** Blocks that start a service or a test run, which is done here before a document is read. */
const STARTS = /^(SOURCE_SECRET_\w+=\S+ )?(npm ci( |$)|npm start|npm test)/m;
/** Placeholders for values that the reader has: documents with such blocks, and their number. */
const PLACEHOLDERS: Readonly<Record<string, number>> = { 'docs/guides/approver.md': 2 };
/** Problem codes that a document announces. */
const PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  // One of two quotes to approve is missing; nothing is proposed if nothing is governed.
  'docs/guides/approver.md': ['record_not_found', 'no_match'],
  'docs/guides/integrator.md': ['record_exists', 'inconsistent_bar', 'invalid_input', 'out_of_range'],
};
/** Output of commands when something is wrong. */
const TROUBLE = /^(npm error|bash: |curl: |.*\bError: ).*/gm;
/** Stubs for commands of the documents that would take minutes or leave this machine. */
const PRELUDE = `
curl() { case " $* " in *" -N "*) timeout 1 curl "$@"; [ $? = 124 ] ;; *) command curl "$@" ;; esac; }
npm() {
  if [ "$1" = install ]; then mkdir -p "$3/node_modules" && ln -sfn "$REPOSITORY/client" "$3/node_modules/market-data-client"
  else command npm "$@"; fi
}
export -f curl npm
trap 'echo "@@ exit code $? of: $BASH_COMMAND"' ERR
`;

/** The environment of a new user who has set nothing yet: the data is in ./data, as the documents say. */
const { DATA_DIR: _, ...OF_A_NEWCOMER } = process.env;

interface RunResult {
  output: string;
  /** commands that ended with an exit code other than 0 */
  failed: string[];
}

/** Every document with commands. */
const GUIDES = readdirSync('docs/guides').map((name) => `docs/guides/${name}`);
const ON_DEMO = ['docs/guides/approver.md', 'docs/guides/integrator.md', 'docs/guides/first-calls.md'];
const ON_EMPTY = ['README.md', ...GUIDES].filter(
  (file) => !ON_DEMO.includes(file) && blocksOf(file).length > 0,
);

describe('every command of README.md and docs/guides runs as written', () => {
  afterAll(cleanUp);

  describe('alongside npm start, in a fresh folder', () => {
    const place = checkout();
    let service: StartedService;
    beforeAll(async () => {
      service = await start(place);
    });
    afterAll(() => service?.stop());

    it.each(ON_EMPTY)('%s', async (file) => {
      expectWell(file, await run(place, file, service));
    });
  });

  describe('alongside the demo market', () => {
    const place = checkout();
    let service: TestApp;
    let environment: Record<string, string>;
    beforeAll(async () => {
      service = await startDemoApp();
      environment = { DATABASE_URL: urlOf(service.address) };
    });
    afterAll(() => service?.close());

    it('the requests that npm run demo suggests are answered, and the page that it names exists', async () => {
      for (const path of DEMO_VIEWS.reads) {
        const { body } = await service.get(path).expect(200);
        expect([path, (body.data ?? [body]).length > 0]).toEqual([path, true]);
      }
      expect((await fetch(service.url + DEMO_VIEWS.page)).status).toBe(200);
    });

    it.each(ON_DEMO)('%s', async (file) => {
      expectWell(file, await run(place, file, { url: service.url, token: ADMIN_TOKEN }, environment));
    });
  });

  it('placeholders occur only in documents that are known to have some', () => {
    const counts = Object.fromEntries(
      ['README.md', ...GUIDES]
        .map((file) => [file, blocksOf(file).filter(isTemplate).length] as const)
        .filter(([, count]) => count > 0),
    );
    expect(counts).toEqual(PLACEHOLDERS);
  });
});

/** Fenced blocks of commands, without the indentation of lists. */
function blocksOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Whether a block has a placeholder for a value of the reader's: an identifier in angle brackets. */
function isTemplate(block: string): boolean {
  return /<(id|name)>/.test(block);
}

/** A folder like a clone of the repository, made of links into this one, with files that a new user may have. */
function checkout(): string {
  const place = join(temporaryFolder(), 'market-data');
  mkdirSync(place);
  for (const name of ['package.json', 'scripts', 'dist', 'node_modules', 'client', 'src', 'docs'])
    symlinkSync(resolve(name), join(place, name));
  cpSync('.env.example', join(place, '.env.example'));
  return place;
}

interface ServiceAccess {
  url: string;
  token: string;
}

interface StartedService extends ServiceAccess {
  stop(): Promise<void>;
}

/** The service as npm starts it, on a free port. */
async function start(place: string): Promise<StartedService> {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'main'], {
    cwd: place,
    env: { ...OF_A_NEWCOMER, ...secrets(), PORT: '0', LOG_LEVEL: 'silent' },
  });
  let output = '';
  child.stderr.on('data', (piece) => {
    output += piece;
  });
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  const isReady = () => [/shown this once: \S+\n/, / is ready at \S+ /].every((line) => line.test(output));
  await until('the service has printed its token and its address', isReady, PATIENCE);
  const [, url = ''] = / is ready at (\S+)/.exec(output) ?? [];
  const [, token = ''] = /shown this once: (\S+)/.exec(output) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, token, stop };
}

/** Secrets that the guide to sources asks the reader to set. */
const secrets = () => ({ SOURCE_SECRET_VENDOR_KEY: 'x' });

/** Runs the blocks of a document in sequence, in one shell. */
async function run(
  place: string,
  file: string,
  { url, token }: ServiceAccess,
  environment: Record<string, string> = {},
): Promise<RunResult> {
  await writeFiles(place);
  const blocks = blocksOf(file).filter((block) => !STARTS.test(block) && !isTemplate(block));
  const script = blocks.join('\n').replaceAll(WRITTEN, url).replaceAll('mds_…', token);
  return bash(place, script, { ...environment, TOKEN: token });
}

function bash(place: string, script: string, environment: Record<string, string>): Promise<RunResult> {
  const child = spawn('bash', ['-c', PRELUDE + script], {
    cwd: place,
    env: { ...OF_A_NEWCOMER, ...environment, REPOSITORY: resolve('.') },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece;
    });
  }
  return new Promise((done) => {
    child.on('close', () =>
      done({ output, failed: [...output.matchAll(/^@@ (.*)$/gm)].map(([, command = '']) => command) }),
    );
  });
}

/** Writes files with the names that the documents import. */
async function writeFiles(place: string): Promise<void> {
  const bars = 'Date,Open,High,Low,Close,Volume\n2025-01-02,63.2,63.9,62.9,63.5,2415800\n';
  writeFileSync(
    join(place, 'prices.csv'),
    'Date,Symbol,Open,High,Low,Close,Volume\n2025-01-02,VNM,63200,63900,62900,63500,2415800\n',
  );
  const bar = {
    ticker: 'FPT',
    date: '2025-01-02',
    open: 150000,
    high: 151000,
    low: 149000,
    close: 150500,
    volume: 1,
  };
  writeFileSync(join(place, 'bars.ndjson.gz'), gzipSync(`${JSON.stringify(bar)}\n`));
  const archive = pack();
  archive.entry({ name: 'HPG.csv' }, bars);
  archive.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of archive) pieces.push(piece as Buffer);
  writeFileSync(join(place, 'archive.tar.gz'), gzipSync(Buffer.concat(pieces)));
  writeFileSync(join(place, 'ISO10383_MIC.csv'), String(VENDOR_ANSWERS['iso-mic']?.body));
}

/** Expects that nothing failed, and that nothing was refused unless the document announces it. */
function expectWell(file: string, { output, failed }: RunResult): void {
  const codes = [...output.matchAll(/"code":"(\w+)"/g)].map(([, code = '']) => code);
  const refused = codes.filter((code) => !(PROBLEMS[file] ?? []).includes(code));
  expect({ failed, refused, trouble: output.match(TROUBLE) ?? [], output: '' }).toEqual({
    failed: [],
    refused: [],
    trouble: [],
    output: refused.length + failed.length === 0 ? '' : output,
  });
}
