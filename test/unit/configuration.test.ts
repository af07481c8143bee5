import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, loadConfig, parseConfig } from '../../src/config/config.js';
import { nameOf, serversOf } from '../../src/config/hosts.js';
import { DATA_SET_NAMES } from '../../src/kinds/data-set-names.js';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
};

describe('settings', () => {
  it('have defaults; an empty value counts as not given, other variables are ignored', () => {
    const defaults = {
      HOST: '127.0.0.1',
      PORT: 3000,
      DATA_DIR: './data',
      DATABASE_URL: undefined,
      DATABASE_REPLICA_URLS: [],
      BOOTSTRAP_ADMIN_TOKEN: undefined,
      OIDC_ISSUER: undefined,
      OIDC_AUDIENCE: undefined,
      OIDC_TRUST_EMAIL: false,
      BULK_DUPLICATE_POLICY: 'error',
      QUOTE_PUBLICATION: 'all',
      SELF_APPROVAL: 'allowed',
      GOVERNED: ['quote'],
      WEBHOOK_PRIVATE: 'forbidden',
      SOURCE_PRIVATE: 'forbidden',
      SOURCE_PAYLOAD_DAYS: 14,
      SOURCE_PAYLOAD_MEGABYTES: 1024,
      SOURCE_SECRETS: new Map(),
      RATE_LIMIT_PER_MINUTE: 6000,
      WORKERS: 1,
      FAST_LANE: 'on',
      LOG_LEVEL: 'info',
    };
    expect({ ...parseConfig({}) }).toEqual(defaults);
    expect({ ...parseConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin', toString: 'x' }) }).toEqual(defaults);
  });

  it('take secrets of sources by their beginning, and no other variable', () => {
    const config = parseConfig({
      SOURCE_SECRET_KEY: 'k',
      SOURCE_SECRET_KEY_FILE: '/run/key',
      SOURCE_SECRETS: 'x',
      KEY: 'y',
    });
    expect([...config.SOURCE_SECRETS]).toEqual([
      ['KEY', 'k'],
      ['KEY_FILE', '/run/key'],
    ]);
  });

  it('are read as their types', () => {
    const config = parseConfig({
      PORT: '0',
      WORKERS: '64',
      RATE_LIMIT_PER_MINUTE: '100000000',
      DATABASE_URL: 'postgresql://reader@%2Frun%2Fpostgresql/market',
      DATABASE_REPLICA_URLS: 'postgres://replica-1/market, postgres://replica-2:5433/market',
      BOOTSTRAP_ADMIN_TOKEN: 'abcdefgh-._~+/01==',
      OIDC_ISSUER: 'http://localhost:8080/realms/market',
      OIDC_AUDIENCE: 'market-data',
      FAST_LANE: 'off',
    });
    expect(config).toMatchObject({
      PORT: 0,
      WORKERS: 64,
      RATE_LIMIT_PER_MINUTE: 100_000_000,
      FAST_LANE: 'off',
    });
    expect(config.DATABASE_REPLICA_URLS).toEqual([
      'postgres://replica-1/market',
      'postgres://replica-2:5433/market',
    ]);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each([
    ['PORT', '65536', 'a port, 0 to 65535 (0: any free one)'],
    ['PORT', '-1', 'a port, 0 to 65535 (0: any free one)'],
    ['PORT', '80.5', 'a port, 0 to 65535 (0: any free one)'],
    ['PORT', '0x50', 'a port, 0 to 65535 (0: any free one)'],
    ['WORKERS', '0', 'processes, 1 to 64'],
    ['RATE_LIMIT_PER_MINUTE', '100000001', 'requests a minute and token, 0 (off) to 100000000'],
    [
      'OIDC_ISSUER',
      'login.example.com',
      "the issuer's https URL (http on a loopback host only: keys that anyone on the way can replace prove nothing)",
    ],
    [
      'OIDC_TRUST_EMAIL',
      'yes',
      'true or false (true: the provider verifies every e-mail but does not say so in its tokens)',
    ],
    ['WEBHOOK_PRIVATE', 'all', 'allowed or forbidden (webhooks to loopback and private addresses)'],
    ['BULK_DUPLICATE_POLICY', 'Update', 'error, update or ignore'],
    ['QUOTE_PUBLICATION', 'none', 'all or approved'],
    ['SELF_APPROVAL', 'yes', 'allowed or forbidden'],
    ['HOST', ' ', 'an address or host name to listen on'],
    ['DATA_DIR', '\t', 'a folder for the embedded database'],
    ['SOURCES_FILE', ' ', 'path of a YAML file with sources'],
    ['SOURCE_FOLDER', ' ', 'path of the folder that sources may read files in'],
    ['GOVERNED', 'quote,prices', `data sets between commas, of ${DATA_SET_NAMES.join(', ')}`],
    ['FAST_LANE', 'true', 'on or off'],
    ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal or silent'],
  ])('%s=%s is refused with what is accepted', (name, value, accepted) => {
    expect(problemsOf({ OIDC_AUDIENCE: name === 'OIDC_ISSUER' ? 'market-data' : '', [name]: value })).toEqual(
      [`${name}: given "${value}", accepted: ${accepted}`],
    );
  });

  it.each(['https://login.example.com ', 'https://login.example.com?realm=1', 'https://login.example.com#x'])(
    'OIDC_ISSUER=%s, which no provider calls itself, is refused',
    (OIDC_ISSUER) => {
      expect(problemsOf({ OIDC_ISSUER, OIDC_AUDIENCE: 'market-data' })).toEqual([
        expect.stringMatching(/^OIDC_ISSUER: given .*, accepted: the issuer's https URL/),
      ]);
    },
  );

  it('replicas of the embedded database are refused: it has none, and the address of the primary was forgotten', () => {
    expect(problemsOf({ DATABASE_REPLICA_URLS: 'postgres://replica-1/market' })).toEqual([
      'DATABASE_REPLICA_URLS needs DATABASE_URL: the embedded database has no replicas',
    ]);
  });

  it('a blank audience is refused', () => {
    expect(problemsOf({ OIDC_ISSUER: 'https://login.example.com', OIDC_AUDIENCE: ' ' })).toEqual([
      'OIDC_AUDIENCE: given " ", accepted: the audience that tokens must carry',
    ]);
  });

  it.each([
    [
      'postgres://market:p%40ss@db-1,db-2:5433,[::1]/market?target_session_attrs=read-write',
      ['db-1:5432/market', 'db-2:5433/market', '::1:5432/market'],
    ],
    ['postgres://market@localhost/m?host=/run/a,/run/b&port=5432,5433', ['/run/a:5432/m', '/run/b:5433/m']],
    ['postgres://market@localhost/m?host=/run/a,/run/b&port=6000', ['/run/a:6000/m', '/run/b:6000/m']],
  ])('several servers of %s', (url, names) => {
    expect(parseConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
    expect(serversOf(url).map(nameOf)).toEqual(names);
    for (const server of serversOf(url)) expect(new URL(server).username).toBe('market');
  });

  it.each([
    'postgres://market:p%c3%a9%@localhost/market',
    'postgres://market:a b%e9@localhost/market',
    'postgres://market@localhost/market?port=5432&connect_timeout=10',
    'postgres:///market?host=/run/postgresql&port=',
    'postgres://market@localhost/market?sslmode=verify-full&sslrootcert=package.json',
  ])('a URL that node-postgres reads is accepted: %s', (url) => {
    expect(parseConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it.each([
    'postgres://secret@db-1,db-2/market?target_session_attrs=standby',
    'postgres://secret@db-1,,db-2/market',
    'postgres://secret@localhost/market?host=/run/a,/run/b,/run/c&port=1,2',
    `postgres://secret@${Array.from({ length: 17 }, (_, index) => `db-${index}`)}/market`,
  ])('servers that the service cannot use are refused: %s', (url) => {
    expect(problemsOf({ DATABASE_URL: url })[0]).toContain('up to 16 host:port between commas');
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:secret@localhost/market', 'postgres://user:password@host:port/database'],
    ['DATABASE_REPLICA_URLS', 'postgres://replica/market,secret', 'up to 16 URLs as of DATABASE_URL'],
    ['DATABASE_REPLICA_URLS', Array(17).fill('postgres://secret/market').join(), 'up to 16 URLs'],
    ['DATABASE_URL', 'postgres://market:secret%e9@localhost/market', 'postgres://user:password@host:port'],
    [
      'DATABASE_URL',
      'postgres://market:secret@localhost/market?port=x',
      'postgres://user:password@host:port',
    ],
    [
      'DATABASE_REPLICA_URLS',
      'postgres://market:secret%e9@replica/market',
      'up to 16 URLs as of DATABASE_URL',
    ],
    [
      'DATABASE_URL',
      'postgres://market:secret@localhost/market?sslmode=verify-full&sslrootcert=/no/such/authority.pem',
      'postgres://user:password@host:port',
    ],
    [
      'DATABASE_REPLICA_URLS',
      'postgres://market:secret@replica/market?sslcert=/no/such/certificate.pem',
      'up to 16 URLs as of DATABASE_URL',
    ],
    ['BOOTSTRAP_ADMIN_TOKEN', 'secret', '16 to 200 letters, digits or - . _ ~ + /'],
  ])('%s is refused without showing its value', (name, value, accepted) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name}: given (hidden), accepted: ${accepted}`);
    expect(problems[0]).not.toContain('secret');
  });

  it('a name that was probably meant to be a setting is reported, in .env and the environment, without its value', () => {
    const [folder, before] = [mkdtempSync(join(tmpdir(), 'mds-env-')), process.cwd()];
    const environment = { ...process.env };
    process.chdir(folder);
    try {
      writeFileSync(
        '.env',
        'PORTT=81\nRATE_LIMIT=5\nPOSTGRES_PASSWORD=secret\nSOURCE_SECRET_KEY=secret\nPORT=4321\n',
      );
      Object.assign(process.env, {
        SELF_APROVAL: 'secret',
        FAST_LANNE: 'off',
        WROKERS: '2',
        LOG_LEVEK: 'info',
        LOG_LVLE: 'info',
        PGHOST: 'db',
        PGPORT: '5432',
        DATABASE_NAME: 'market',
      });
      const lines: string[] = [];
      expect(loadConfig((line) => lines.push(line)).PORT).toBe(4321);
      expect(lines).toEqual([
        'PORTT of .env is no setting and has no effect; the nearest is PORT',
        'RATE_LIMIT of .env is no setting and has no effect; the nearest is RATE_LIMIT_PER_MINUTE',
        'SELF_APROVAL of the environment is no setting and has no effect; the nearest is SELF_APPROVAL',
        'FAST_LANNE of the environment is no setting and has no effect; the nearest is FAST_LANE',
        'WROKERS of the environment is no setting and has no effect; the nearest is WORKERS',
        'LOG_LEVEK of the environment is no setting and has no effect; the nearest is LOG_LEVEL',
      ]);
    } finally {
      process.chdir(before);
      process.env = environment;
      rmSync(folder, { recursive: true });
    }
  });

  it('in .env: a byte order mark does not hide the first, the environment wins, a folder of that name is refused', () => {
    const [folder, before] = [mkdtempSync(join(tmpdir(), 'mds-env-')), process.cwd()];
    const environment = { ...process.env };
    process.chdir(folder);
    try {
      writeFileSync('.env', '\uFEFFPORT=4321\r\nWORKERS="2" # two\r\nFAST_LANE=on\r\n');
      process.env.FAST_LANE = 'off';
      expect(loadConfig()).toMatchObject({ PORT: 4321, WORKERS: 2, FAST_LANE: 'off' });
      rmSync('.env');
      mkdirSync('.env');
      expect(() => loadConfig()).toThrow('Configuration refused:\n  - .env: EISDIR');
    } finally {
      process.chdir(before);
      process.env = environment;
      rmSync(folder, { recursive: true });
    }
  });

  it('are refused together, in one message', () => {
    expect(() => parseConfig({ PORT: 'many', LOG_LEVEL: 'loud', OIDC_AUDIENCE: 'market-data' })).toThrow(
      [
        'Configuration refused:',
        '  - PORT: given "many", accepted: a port, 0 to 65535 (0: any free one)',
        '  - LOG_LEVEL: given "loud", accepted: trace, debug, info, warn, error, fatal or silent',
        '  - OIDC_ISSUER and OIDC_AUDIENCE belong together: set both or neither',
      ].join('\n'),
    );
  });
});
