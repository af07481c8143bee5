import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/config.js';

interface ComposeService {
  image?: string;
  build?: { args: Record<string, string> };
  restart?: string;
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
}

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** SOURCE_SECRETS is not a variable: it collects those that begin with SOURCE_SECRET_. */
const SETTINGS = Object.keys(parseConfig({})).filter((name) => name !== 'SOURCE_SECRETS');
/** Variables of .env.example that only compose.yaml reads. */
const OF_COMPOSE = ['NODE_IMAGE', 'POSTGRES_IMAGE', 'POSTGRES_PASSWORD'];
/** Settings that mean something else in a container, and where compose.yaml sets them. */
const ELSEWHERE = {
  HOST: 'address that is published',
  PORT: 'port that is published',
  DATA_DIR: 'set in the image; there is no embedded database',
  DATABASE_URL: 'the PostgreSQL beside the service',
};

const compose = parse(read('compose.yaml')) as {
  services: Record<'service' | 'postgres', ComposeService>;
  volumes: Record<string, unknown>;
};
const dockerfile = read('Dockerfile');
const example = [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({
    name,
    value,
  }),
);

describe('compose.yaml', () => {
  const { service, postgres } = compose.services;

  it('.env.example has every setting, and no name that the service does not read', () => {
    expect(example.map(({ name }) => name).sort()).toEqual([...SETTINGS, ...OF_COMPOSE].sort());
  });

  it('passes on every setting of the service from .env; an empty one is the default', () => {
    const passedNames = SETTINGS.filter((name) => !Object.hasOwn(ELSEWHERE, name));
    const expected = Object.fromEntries(passedNames.map((name) => [name, `\${${name}:-}`]));
    const { DATABASE_URL, PGPASSWORD, ...otherSettings } = service.environment;
    expect(otherSettings).toEqual(expected);
    expect([DATABASE_URL, PGPASSWORD]).toEqual([
      'postgres://market@postgres:5432/market',
      '$' + '{POSTGRES_PASSWORD}',
    ]);
    expect(parseConfig(Object.fromEntries(passedNames.map((name) => [name, ''])))).toEqual(parseConfig({}));
  });

  it('reads nothing that .env.example does not name', () => {
    const names = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const exampleNames = example.map(({ name }) => name);
    expect(names.filter((name) => !exampleNames.includes(String(name)))).toEqual([]);
    expect(OF_COMPOSE.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('publishes on the loopback address unless HOST says otherwise, and the database nowhere', () => {
    expect(service.ports).toEqual(['$' + '{HOST:-127.0.0.1}:$' + '{PORT:-3000}:3000']);
    expect(postgres.ports).toBeUndefined();
  });

  it('starts both again after a crash, and keeps their files in volumes with names', () => {
    for (const each of [service, postgres]) {
      expect(each.restart).toBe('unless-stopped');
      const named = (each.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !Object.hasOwn(compose.volumes, name))).toEqual([]);
    }
    const inImage = [...dockerfile.matchAll(/^VOLUME (\S+)$/gm)].map(([, path]) => path);
    expect(service.volumes?.map((volume) => volume.split(':')[1])).toEqual(inImage);
  });
});

describe('images', () => {
  it('are named by full version, in one place a default, and can be fixed by digest', () => {
    const [, node] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];
    expect(node).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
      '$' + '{NODE_IMAGE}',
      '$' + '{NODE_IMAGE}',
    ]);
    const { service, postgres } = compose.services;
    expect(service.build?.args.NODE_IMAGE).toBe(`\${NODE_IMAGE:-${node}}`);
    const defaults = Object.fromEntries(example.map(({ name, value }) => [name, value]));
    expect(defaults.NODE_IMAGE).toBe(node);
    expect(postgres.image).toBe(`\${POSTGRES_IMAGE:-${defaults.POSTGRES_IMAGE}}`);
    expect(defaults.POSTGRES_IMAGE).toMatch(/^postgres:\d+\.\d+-\w+$/);
  });

  it('are built without running a script of any package', () => {
    const commands = [...dockerfile.matchAll(/npm (?:ci|install|prune|rebuild)[^&\n]*/g)].map(
      ([line]) => line,
    );
    expect(commands.length).toBeGreaterThan(1);
    expect(commands.filter((line) => !line.includes('--ignore-scripts'))).toEqual([]);
  });
});

describe('settings of the engine', () => {
  it('are in engine-flags.json alone; every start of the service goes through the launcher', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect([scripts.start, scripts.demo]).toEqual([
      'node scripts/launch.mjs main',
      'node scripts/launch.mjs cli/demo',
    ]);
    expect(dockerfile).toContain('CMD ["node", "scripts/launch.mjs", "main"]');
    expect(read('deploy/market-data.service')).toMatch(/^ExecStart=.* scripts\/launch\.mjs main$/m);
    const files = ['package.json', 'Dockerfile', 'deploy/market-data.service', 'README.md'];
    for (const flag of JSON.parse(read('scripts/engine-flags.json')) as string[]) {
      expect([flag, files.filter((file) => read(file).includes(flag.split('=')[0] ?? flag))]).toEqual([
        flag,
        [],
      ]);
    }
  });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('deploy/market-data', () => {
  onLinux('passes on the settings of the service, standard input, and the exit code', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mds-'));
    const PATH = `${folder}:${process.env.PATH}`;
    const service = spawn('sleep', ['60'], { env: { PATH, SETTING: 'two words' } });
    try {
      const program = (name: string, text: string) =>
        writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      program('systemctl', `echo ${service.pid}`);
      program('nsenter', `printf '%s|' "$@" "$SETTING" "$(cat)"; exit 3`);
      const script = fileURLToPath(new URL('../../deploy/market-data', import.meta.url));
      const { status, stdout } = spawnSync('sh', [script, 'import', 'quote', '-', '--principal', 'a b'], {
        env: { PATH },
        input: 'rows',
        encoding: 'utf8',
      });
      expect({ status, end: stdout.slice(stdout.indexOf('node')) }).toEqual({
        status: 3,
        end: 'node|scripts/start.mjs|cli/import|quote|-|--principal|a b|two words|rows|',
      });
    } finally {
      service.kill();
      rmSync(folder, { recursive: true });
    }
  });
});
