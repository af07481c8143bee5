import { availableParallelism } from 'node:os';

/** Jest runs the TypeScript sources as ES modules; decorators are compiled by SWC exactly as tsc does. */
export default {
  testEnvironment: '<rootDir>/test/setup/environment.mjs',
  rootDir: '.',
  // Where files are looked for: a walk through all packages takes seconds.
  roots: ['<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // What asks a cluster and one server the same needs a cluster: npm run test:citus.
  testPathIgnorePatterns: process.env.TEST_WORKER_URLS === undefined ? ['<rootDir>/test/cluster/'] : [],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  reporters: ['<rootDir>/test/setup/reporter.mjs', 'summary'],
  testSequencer: '<rootDir>/test/setup/sequencer.mjs',
  // More than cores, as tests also wait for processes, clocks and locks; Jest by itself takes one less.
  maxWorkers: availableParallelism() + 2,
  // Only tells a hang from a busy machine; what is promised in time stands in test/time-bounds.ts.
  testTimeout: 900_000,
  // A worker that holds nothing open still needs more than Jest's half a second to end on a busy machine.
  workerGracefulExitTimeout: 10_000,
};
