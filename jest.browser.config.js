import { availableParallelism } from 'node:os';
import base from './jest.config.js';

/** The tests that drive a real Chromium: npm run test:browser. All files share one browser, those of a worker one demo. */
export default {
  ...base,
  roots: ['<rootDir>/test-browser'],
  testEnvironment: '<rootDir>/test-browser/setup/environment.mjs',
  globalSetup: '<rootDir>/test-browser/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test-browser/setup/global-teardown.mjs',
  testMatch: ['<rootDir>/test-browser/**/*.test.ts'],
  // A page keeps a core busy by itself, and the service another.
  maxWorkers: Math.min(2, availableParallelism()),
};
