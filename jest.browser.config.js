import base from './jest.config.js';

/** The tests that drive a real Chromium: npm run test:browser. One file at a time, as each has a browser. */
export default {
  ...base,
  testMatch: ['<rootDir>/test-browser/**/*.test.ts'],
  testTimeout: 300_000,
  maxWorkers: 1,
};
